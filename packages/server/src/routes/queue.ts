import { jobStatusSchema } from '@trimtab/core';
import { readBody } from '../http/body.ts';
import type { Calls } from '../http/call.ts';
import { HttpError } from '../http/errors.ts';
import type { Services } from '../services/services.ts';

export function queueCalls({ queue }: Services): Calls {
  return {
    'queue.pop': async () => {
      const job = await queue.pop();
      if (job === null) return undefined;
      const { id, namespace, name, createdAt } = job;
      return { id, namespace, name, created: new Date(createdAt).toISOString() };
    },
    'queue.stats': async () => queue.stats(),
    'queue.setStatus': async ({ request, part }) => {
      const id = part('id');
      const { state } = await readBody(request, jobStatusSchema);
      const finished = await queue.finish(id, state);
      if (finished === 'unknown') {
        throw new HttpError(404, 'There is no such job. A finished job may have been replaced by a new one.');
      }
      if (finished !== 'done') throw new HttpError(409, `The job has ${finished.before} already.`);
    },
  };
}
