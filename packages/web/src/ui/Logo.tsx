/** The logo: a rudder blade with a small trim tab on its trailing edge. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className="shrink-0">
      <path d="M6 3.5h13v25L6 22.6Z" className="fill-ink" />
      <path d="M22 16.6l7 5.6-7 5.1Z" className="fill-accent" />
    </svg>
  );
}
