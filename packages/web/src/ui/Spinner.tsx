import { classNames } from './class-names.ts';

/** A spinning ring with a name for screen readers. */
export function Spinner({
  label = 'Loading',
  size = 16,
  className,
}: {
  label?: string;
  size?: number;
  className?: string;
}) {
  return (
    <output aria-label={label} className={classNames('inline-flex shrink-0', className)}>
      <svg aria-hidden="true" viewBox="0 0 16 16" width={size} height={size} fill="none" className="animate-spin">
        <circle cx="8" cy="8" r="6" stroke="currentColor" strokeWidth="2" className="opacity-20" />
        <path d="M8 2a6 6 0 0 1 6 6" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
    </output>
  );
}
