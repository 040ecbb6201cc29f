import { useId } from 'react';
import { Button } from '../../ui/Button.tsx';
import { UserAvatar } from '../shell/top-bar/UserAvatar.tsx';

export function UserMenu({ name, onSignOut }: { name: string; onSignOut: () => void }) {
  const menu = useId();
  return (
    <>
      <button type="button" popoverTarget={menu} className="flex items-center gap-2 rounded-full">
        <UserAvatar name={name} />
      </button>
      <div
        id={menu}
        popover="auto"
        className="fixed inset-auto top-12 right-3 m-0 flex-col gap-3 rounded-md border bg-raised p-4 text-ink shadow-raised [&:popover-open]:flex lg:right-6"
      >
        <p className="max-w-64 break-words">
          Signed in as <bdi className="font-medium">{name}</bdi>
        </p>
        <Button onClick={onSignOut}>Sign out</Button>
      </div>
    </>
  );
}
