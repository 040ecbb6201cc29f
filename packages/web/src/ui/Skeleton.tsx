import { classNames } from './class-names.ts';

/** A placeholder for content that is still loading. `className` sets the size. Screen readers ignore it. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('block animate-pulse rounded-sm bg-sunken', className)} />;
}
