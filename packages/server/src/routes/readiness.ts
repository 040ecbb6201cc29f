import type { Calls } from '../http/call.ts';
import { HttpError } from '../http/errors.ts';
import type { Authenticator } from '../ports/index.ts';
import type { Services } from '../services/services.ts';

/**
 * The server is ready when it can read the store and check tokens. It is also ready while Prometheus is down:
 * lists are still returned, without figures.
 */
export function readinessCalls({ store, logger }: Services, auth: Authenticator): Calls {
  const check = () => Promise.all([storeProblem(store, logger), auth.problem()]);
  let checking: ReturnType<typeof check> | null = null;
  return {
    'system.ready': async () => {
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
