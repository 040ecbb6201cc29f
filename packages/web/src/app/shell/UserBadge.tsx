import { useUser } from '../../lib/user.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';

/** The user's name with its initial. Without sign-in everybody who reaches the console is the same operator. */
export function UserBadge() {
  const user = useUser();
  const name = user?.name ?? 'Operator';
  const initial = Array.from(name.trim())[0]?.toUpperCase() ?? '?';
  const note = user === null ? 'Sign-in is not configured: everybody who reaches this address is this operator.' : null;
  return (
    <Tooltip text={note} side="bottom">
      <button type="button" className="flex cursor-default items-center gap-2 rounded-full">
        <span
          aria-hidden="true"
          className="flex size-7 items-center justify-center rounded-full bg-accent-soft text-small font-semibold text-accent-strong"
        >
          {initial}
        </span>
        <bdi className="max-w-40 truncate font-medium text-ink-2 max-md:sr-only">{name}</bdi>
      </button>
    </Tooltip>
  );
}
