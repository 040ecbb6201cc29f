import { onlineManager } from '@tanstack/react-query';
import { displayText } from '@trimtab/core';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useServerNotice } from '../../api/server-notice.ts';
import { Icon } from '../../ui/Icon.tsx';

function Banner({ children }: { children: ReactNode }) {
  return (
    <output className="flex items-center gap-2 bg-waste-soft px-4 py-2 text-waste lg:px-6">
      <Icon name="severityMedium" />
      <span className="min-w-0 break-words">{children}</span>
    </output>
  );
}

/**
 * Shown while the browser is offline. Queries are paused and continue when the network returns. An API on this machine
 * needs no network, see `start.tsx`.
 */
export function OfflineBanner() {
  const online = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  return online ? null : (
    <Banner>You are offline. What is shown may be old; loading goes on when the network returns.</Banner>
  );
}

/** Shown while the same data is missing from all answers, for example because the API server cannot be reached. */
export function NoticeBanner() {
  const notice = useServerNotice();
  return notice === null ? null : <Banner>{displayText(notice, 1000)}</Banner>;
}
