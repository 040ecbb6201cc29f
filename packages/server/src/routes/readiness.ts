import type { Calls } from '../http/call.ts';
import { HttpError } from '../http/errors.ts';
import type { Authenticator } from '../ports/index.ts';
import type { Services } from '../services/services.ts';

/**
 * Ready is who can answer: what was enrolled can be read, and a token can be checked. A Prometheus that is down is no
 * reason to send nobody here, because the lists answer without it and say so.
 */
export function readinessCalls({ store, logger }: Services, auth: Authenticator): Calls {
  return [
    [
      'system.ready',
      async () => {
        const problems = (await Promise.all([storeProblem(store, logger), auth.problem()])).filter(
          (problem) => problem !== null,
        );
        const [first, ...more] = problems;
        if (first !== undefined) throw new HttpError(503, first, ...more);
        return { status: 'ok' };
      },
    ],
  ];
}

async function storeProblem(store: Services['store'], logger: Services['logger']): Promise<string | null> {
  try {
    await store.settings.get();
    return null;
  } catch (error) {
    logger('error', 'the store cannot be read', { error });
    return 'What is enrolled cannot be read.';
  }
}
