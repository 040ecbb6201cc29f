import type { Logger } from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import type { NamespaceRefresh } from './namespace-refresh.ts';
import type { RequestPriority } from './request-priority.ts';

type Dependencies = {
  readonly refresh: NamespaceRefresh;
  readonly stored: () => Promise<StoredState>;
  readonly priority: Pick<RequestPriority, 'whenIdle'>;
  readonly logger: Logger;
  /** Aborts when the server stops. */
  readonly ending: AbortSignal;
};

/**
 * Returns a function that refreshes every due namespace, one after the other, each while the server is idle. A call
 * during such a round does nothing.
 */
export function createBackgroundRefresh({ refresh, stored, priority, logger, ending }: Dependencies) {
  let isRunning = false;
  return async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    try {
      const enrolled = await stored();
      for (const namespace of enrolled.byNamespace.keys()) {
        if (!refresh.isDue(namespace, enrolled)) continue;
        await priority.whenIdle();
        if (ending.aborted) return;
        await refresh.refresh(namespace, { urgent: false });
      }
    } catch (error) {
      logger('warn', 'suggestions could not be brought up to date', { error });
    } finally {
      isRunning = false;
    }
  };
}
