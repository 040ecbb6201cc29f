import { aClient, aRecord, aWorld, now } from '@trimtab/testing';
import { answer, nothingRuns, scriptedServer } from '@trimtab/testing/prometheus';
import { afterEach, describe, expect, it } from 'vitest';
import { composeClusters } from '../clusters/compose-clusters.ts';
import { createPrometheus } from './index.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const logger = () => undefined;

/** The API of clusters whose Prometheus answers each query with `partial` added. */
async function anApi(partialOf: Readonly<Record<string, object>>) {
  const names = Object.keys(partialOf);
  const isOne = names.length === 1;
  const world = aWorld(names.map((name) => aRecord({ namespace: isOne ? 'shop' : `${name}.shop` })));
  const members = await Promise.all(
    names.map(async (name) => {
      const server = await scriptedServer((response, _query, _request, form) => {
        const matrix = { status: 'success', data: { resultType: 'matrix', result: [] } };
        answer(response, { ...(form.has('end') ? matrix : nothingRuns), ...partialOf[name] });
      });
      stops.push(server.stop);
      const { clock } = world.deps;
      return { name, ...createPrometheus({ url: server.url, clock, logger, acceptPartial: true }) };
    }),
  );
  const [only] = members;
  Object.assign(world.deps, isOne ? only : composeClusters(members, world.deps.clock));
  return { world, client: aClient(world) };
}

const partial = { warnings: ['fetch series for {cluster="eu"} 10.1.2.3:10901: connection refused'] };
const told = 'Some stores of Prometheus did not answer (the connection was refused), so figures can be too low.';

describe('partial responses that are accepted (docs/faults.md#partial-responses)', () => {
  it('are told in lists and key figures, and in a header until five minutes after the last one', async () => {
    const { world, client } = await anApi({ only: partial });
    const list = await client.get('/v1/views/asts');
    expect(list.body).toMatchObject({ total: 1, incomplete: expect.arrayContaining([told]) });
    const at = new Date(now).toISOString().slice(0, 16).replace('T', ' ');
    const notice = `Some stores of Prometheus did not answer (the connection was refused), last at ${at} UTC, so figures can be too low.`;
    expect(list.headers.get('trimtab-notice')).toBe(notice);
    expect(JSON.stringify(await client.get('/v1/views/kpis'))).toContain(told);
    world.now += 4 * 60_000;
    expect((await client.get('/v1/cost-savings/settings')).headers.get('trimtab-notice')).toBe(notice);
    world.now += 60_000;
    expect((await client.get('/v1/cost-savings/settings')).headers.get('trimtab-notice')).toBeNull();
  });

  it('are told for the cluster that they are from', async () => {
    const { client } = await anApi({ eu: {}, us: partial });
    const { headers, body } = await client.get('/v1/views/asts');
    expect(headers.get('trimtab-notice')).toMatch(
      /^Cluster us: Some stores of Prometheus did not answer .* too low\.$/,
    );
    expect(body).toMatchObject({ incomplete: expect.arrayContaining([`Cluster us: ${told}`]) });
    const ofEu = await client.get('/v1/views/asts?clusters=eu');
    expect(JSON.stringify(ofEu.body)).not.toContain('Some stores');
  });
});
