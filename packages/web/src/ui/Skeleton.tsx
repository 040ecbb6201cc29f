import { classNames } from './class-names.ts';

/** The place of something that is still loading; the size comes from `className`. Silent to screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('block animate-pulse rounded-sm bg-sunken', className)} />;
}
