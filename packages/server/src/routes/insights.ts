import { insightTypes } from '@trimtab/core';
import * as z from 'zod/mini';
import { readBody } from '../http/body.ts';
import { type Calls, wholeList } from '../http/call.ts';
import { HttpError } from '../http/errors.ts';
import { targetNotFound } from '../ports/index.ts';
import type { Services } from '../services/services.ts';

const name = z.string().check(z.minLength(1));
/** All other fields are stored with the insight and returned with it. */
const insightBody = z.looseObject({ type: z.enum(insightTypes), namespace: z.optional(name), name: z.optional(name) });
const mostCharacters = 16 * 1024;

export function insightCalls({ insights }: Services): Calls {
  return {
    'insights.create': async ({ request, checkNames, context }) => {
      const body = await readBody(request, insightBody);
      checkNames([body]);
      if (JSON.stringify(body).length > mostCharacters) {
        throw new HttpError(413, 'An insight must not be larger than 16 KiB.');
      }
      if (body.name !== undefined && body.namespace === undefined) {
        throw new HttpError(400, 'In the body, name requires namespace.');
      }
      const { namespace, name: target, ...rest } = body;
      const scope = {
        ...(namespace === undefined ? {} : { namespace }),
        ...(target === undefined ? {} : { name: target }),
      };
      const insight = await insights.record({ ...rest, ...scope }, context, request.headers.get('idempotency-key'));
      if (insight === null) throw targetNotFound(namespace ?? '', target ?? '');
      return insight;
    },
    'insights.active': async ({ context }) => wholeList(await insights.active(context)),
  };
}
