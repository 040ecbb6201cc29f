import type { Calls } from '../http/call.ts';
import { HttpError } from '../http/errors.ts';
import type { Services } from '../services/services.ts';

export const readinessCalls = ({ readiness }: Services): Calls => ({
  'system.ready': async () => {
    const [first, ...more] = await readiness.problems();
    if (first !== undefined) throw new HttpError(503, first, ...more);
    return { status: 'ok' };
  },
});
