import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Icon } from '../../ui/Icon.tsx';

/** Shown while the browser is offline. Queries are paused and continue when the network returns. */
export function OfflineBanner() {
  const online = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  if (online) return null;
  return (
    <output className="flex items-center gap-2 bg-waste-soft px-4 py-2 text-waste lg:px-6">
      <Icon name="severityMedium" />
      You are offline. What is shown may be old; loading goes on when the network returns.
    </output>
  );
}
