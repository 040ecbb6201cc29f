/** A name with its initial in a circle. */
export function UserAvatar({ name }: { name: string }) {
  return (
    <>
      <span
        aria-hidden="true"
        className="flex size-7 items-center justify-center rounded-full bg-accent-soft text-small font-semibold text-accent-strong"
      >
        {Array.from(name.trim())[0]?.toUpperCase() ?? '?'}
      </span>
      <bdi className="max-w-40 truncate font-medium text-ink-2 max-md:sr-only">{name}</bdi>
    </>
  );
}
