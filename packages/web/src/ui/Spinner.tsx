import { classNames } from './class-names.ts';

/** A turning ring with a name for screen readers. */
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
    <svg
      role="status"
      aria-label={label}
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill="none"
      className={classNames('shrink-0 animate-spin', className)}
    >
      <circle cx="8" cy="8" r="6" stroke="currentColor" strokeWidth="2" className="opacity-20" />
      <path d="M8 2a6 6 0 0 1 6 6" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
