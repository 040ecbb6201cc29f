import { mergePatchSchema } from '@trimtab/core';
import { readBody } from '../http/body.ts';
import { type Calls, wholeList } from '../http/call.ts';
import { HttpError } from '../http/errors.ts';
import type { Services } from '../services/services.ts';

export function artifactCalls({ artifacts }: Services): Calls {
  return {
    'artifacts.list': async () => wholeList(await artifacts.list()),
    'artifacts.get': async ({ part }) => (await artifacts.get(part('name'))) ?? missing(),
    'artifacts.patch': async ({ request, part }) => {
      const patch = await readBody(request, mergePatchSchema);
      return (await artifacts.patch(part('name'), patch)) ?? missing();
    },
  };
}

function missing(): never {
  throw new HttpError(404, 'There is no such artifact. GET /v1/artifacts lists them.');
}
