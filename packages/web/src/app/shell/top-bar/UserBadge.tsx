import { useUser } from '../../../context/user.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { UserAvatar } from './UserAvatar.tsx';

/** The user's name with its initial. Without sign-in everybody who reaches the console is the same operator. */
export function UserBadge() {
  const user = useUser();
  if (user !== null) return user.badge;
  return (
    <Tooltip text="Sign-in is not configured: everybody who reaches this address is this operator." side="bottom">
      <button type="button" className="flex cursor-help items-center gap-2 rounded-full">
        <UserAvatar name="Operator" />
      </button>
    </Tooltip>
  );
}
