import { withoutSignIn } from '../auth/authenticator.ts';
import type { Calls } from '../http/call.ts';
import { HttpError } from '../http/errors.ts';
import type { AppDeps } from '../ports/index.ts';
import type { Services } from '../services/services.ts';
import { waitAtMost } from '../wait.ts';

/** Less than the time that Prometheus waits for metrics. */
const longestMs = 3_000;

/**
 * The server is ready when it can read the store and check tokens, until it is stopped. It is also ready while
 * Prometheus is down: lists are still returned, without figures.
 */
export function readinessCalls(
  { store, logger }: Services,
  { auth = withoutSignIn, stopping, telemetry }: Pick<AppDeps, 'auth' | 'stopping' | 'telemetry'>,
): Calls {
  const check = () => Promise.all([storeProblem(store, logger), auth.problem()]);
  telemetry?.offer({
    name: 'ready',
    help: 'Whether the server reaches what it needs, 1 or 0, by check: store or sign_in.',
    label: 'check',
    read: async () => {
      const [inStore, inSignIn] = await Promise.all(
        [storeProblem(store, logger), auth.problem()].map((problem) => waitAtMost(longestMs, problem)),
      );
      return new Map([
        ['store', inStore === null ? 1 : 0],
        ['sign_in', inSignIn === null ? 1 : 0],
      ]);
    },
  });
  let checking: ReturnType<typeof check> | null = null;
  return {
    'system.ready': async () => {
      if (stopping?.aborted) throw new HttpError(503, 'The server is being stopped.');
      // Unauthenticated callers have no limit here, so simultaneous calls share one check.
      checking ??= check().finally(() => {
        checking = null;
      });
      const problems = (await checking).filter((problem) => problem !== null);
      const [first, ...more] = problems;
      if (first !== undefined) throw new HttpError(503, first, ...more);
      return { status: 'ok' };
    },
  };
}

async function storeProblem(store: Services['store'], logger: Services['logger']): Promise<string | null> {
  try {
    await store.settings.get();
    return null;
  } catch (error) {
    logger('error', 'the store cannot be read', { error });
    return 'The enrolled targets cannot be read.';
  }
}
