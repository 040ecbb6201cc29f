import type { AppDeps } from '../../ports/index.ts';
import { waitAtMost } from '../../wait.ts';

/** Less than the time that Prometheus waits for metrics. */
const longestMs = 3_000;

/**
 * The server is ready when it can read the store and check tokens, until it is stopped. It is also ready while
 * Prometheus is down: lists are still returned, without figures.
 */
export function createReadiness({
  store,
  logger,
  auth,
  stopping,
  telemetry,
}: Pick<AppDeps, 'store' | 'logger' | 'auth' | 'stopping' | 'telemetry'>) {
  const storeProblem = async (): Promise<string | null> => {
    try {
      await store.settings.get();
      return null;
    } catch (error) {
      logger('error', 'the store cannot be read', { error });
      return 'The enrolled targets cannot be read.';
    }
  };
  const check = () => Promise.all([storeProblem(), auth?.problem() ?? null]);
  telemetry?.offer({
    name: 'ready',
    help: 'Whether the server reaches what it needs, 1 or 0, by check: store or sign_in.',
    label: 'check',
    read: async () => {
      const [inStore, inSignIn] = await Promise.all([
        waitAtMost(longestMs, storeProblem()),
        waitAtMost(longestMs, auth?.problem() ?? Promise.resolve(null)),
      ]);
      return new Map([
        ['store', inStore === null ? 1 : 0],
        ['sign_in', inSignIn === null ? 1 : 0],
      ]);
    },
  });
  let checking: ReturnType<typeof check> | null = null;
  return {
    /** Why the server is not ready, as sentences. */
    async problems(): Promise<readonly string[]> {
      if (stopping?.aborted) return ['The server is being stopped.'];
      // Unauthenticated callers have no limit here, so simultaneous calls share one check.
      checking ??= check().finally(() => {
        checking = null;
      });
      return (await checking).filter((problem) => problem !== null);
    },
  };
}
