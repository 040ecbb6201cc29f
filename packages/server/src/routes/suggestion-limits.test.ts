import { explanationSchema, suggestionSchema } from '@trimtab/core';
import { aClient, aRecord, aUsage, aWorkload, aWorld, hour, mebibyte } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';

const path = '/v1/ast/shop/cart';

/** One container whose limits are known, scaled only vertically. */
function limited() {
  const small = aWorld([aRecord()]);
  const app = { name: 'app', cpuRequest: 0.2, memoryRequest: 512 * mebibyte };
  small.workloads.push(aWorkload({ containers: [{ ...app, limits: { cpu: 0.25, memory: 2 ** 30 } }] }));
  small.usages.push(aUsage(0.25, 0.5));
  return small;
}
const setPolicy = (client: ReturnType<typeof aClient>, body: unknown, at = path) =>
  client.send(
    new Request(`http://api.test${at}`, {
      method: 'PATCH',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  );

async function cpuOf(client: ReturnType<typeof aClient>) {
  const { resourceRecommendations } = suggestionSchema.parse((await client.post(`${path}/suggestions`)).body);
  return resourceRecommendations[0]?.recommendations.find(({ resource }) => resource === 'cpu');
}

describe('limits', () => {
  it('are part of a suggestion, with the reason why they change', async () => {
    const client = aClient(limited());
    expect(await cpuOf(client)).toEqual({
      resource: 'cpu',
      value: 0.275,
      limit: 0.275,
      reason: 'The limit rises from 250m, because the request is above it.',
    });
    const { requests } = explanationSchema.parse((await client.get(`${path}/explain`)).body);
    expect(requests[0]?.limit).toMatchObject({ policy: 'keep', qosClass: 'Burstable', current: 0.25, value: 0.275 });
    const { body } = await client.get(path);
    expect(body).toMatchObject({ target: { containers: [{ limits: { cpu: 0.25, memory: 2 ** 30 } }] } });
  });

  it('are absent if they are unknown', async () => {
    const small = limited();
    small.workloads[0] = aWorkload();
    const client = aClient(small);
    expect(await cpuOf(client)).toEqual({ resource: 'cpu', value: 0.275 });
    expect(JSON.stringify((await client.get(path)).body)).not.toContain('"limits"');
  });

  it('follow the policy of the target, else that of the server', async () => {
    const small = limited();
    const ratio = { limit: 0.344, reason: 'The limit keeps its ratio to the request, as configured.' };
    expect(await cpuOf(aClient({ ...small, deps: { ...small.deps, limitPolicy: 'ratio' } }))).toMatchObject(ratio);
    const client = aClient(small);
    expect(await setPolicy(client, { limit_policy: 'ratio' })).toMatchObject({
      status: 200,
      body: { name: 'cart', spec: { limit_policy: 'ratio' } },
    });
    expect(await cpuOf(client)).toMatchObject(ratio);
    expect(await setPolicy(client, { limit_policy: null })).toMatchObject({ body: { spec: { limit_policy: null } } });
    expect(await cpuOf(client)).toMatchObject({ limit: 0.275 });
  });

  it('replace the suggestion in force if they changed in the cluster by a tenth', async () => {
    const small = limited();
    const client = aClient(small);
    expect(await cpuOf(client)).toMatchObject({ limit: 0.275 });
    const changed = { name: 'app', cpuRequest: 0.2, memoryRequest: 512 * mebibyte };
    small.workloads[0] = aWorkload({ containers: [{ ...changed, limits: { cpu: 2, memory: 2 ** 30 } }] });
    small.now += hour;
    expect(await cpuOf(client)).toEqual({ resource: 'cpu', value: 0.275, limit: 2 });
  });

  it('have no other policy, and no policy without a target', async () => {
    const client = aClient(limited());
    for (const body of [{ limit_policy: 'none' }, {}, { limit_policy: 'keep', mode: 'x' }])
      expect((await setPolicy(client, body)).status).toBe(400);
    expect((await setPolicy(client, { limit_policy: 'keep' }, '/v1/ast/shop/none')).status).toBe(404);
  });
});
