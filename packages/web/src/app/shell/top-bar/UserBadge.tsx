import { useUser } from '../../../context/user.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { UserAvatar } from './UserAvatar.tsx';

/** The user's name and initial. Without sign-in all users share the name 'Operator'. */
export function UserBadge() {
  const user = useUser();
  if (user !== null) return user.badge;
  return (
    <Tooltip
      text="Sign-in is not configured. Everyone who can open this address uses the console as this operator."
      side="bottom"
    >
      <button type="button" className="flex cursor-help items-center gap-2 rounded-full">
        <UserAvatar name="Operator" />
      </button>
    </Tooltip>
  );
}
