import { whatIfSchema } from '@trimtab/core';
import { aClient, aRecord, aUsage, aWorkload, aWorld, hour, now } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { SourceError } from '../ports/index.ts';

/** A target with an HPA at 50 % of its CPU request, one that is 23 hours old, one without samples, and one that is gone. */
function world() {
  const names = ['cart', 'young', 'idle', 'gone'];
  const small = aWorld(names.map((name) => aRecord({ name, horizontal: 'recommendation' })));
  const target = { type: 'Utilization', value: 50 } as const;
  const hpa = {
    name: 'cart',
    minReplicas: 1,
    maxReplicas: 3,
    metrics: [{ type: 'Resource', name: 'cpu', target }],
  } as const;
  small.workloads.push(...names.slice(0, 3).map((name) => aWorkload({ name, hpa })));
  small.usages.push(aUsage(0.5, 0.5), aUsage(0.5, 0.5, { name: 'young', since: now - 23 * hour }));
  return small;
}

const path = '/v1/ast/shop/cart/what-if';
const at = (hoursAgo: number) => new Date(now - hoursAgo * hour).toISOString();
const window = (from: number, to: number) => ({ load: 'window', start: at(from), end: at(to) });

describe('what if', () => {
  it('scales a past window and answers replicas, exceeded requests, nodes and dollars', async () => {
    const { status, body } = await aClient(world()).post(path, { ...window(24, 0), scale: 2 });
    expect(status).toBe(200);
    const answer = whatIfSchema.parse(body);
    expect(answer).toMatchObject({
      namespace: 'shop',
      name: 'cart',
      created: at(0),
      load: 'window',
      scale: 2,
      assume: 'current',
      window: { start: new Date(at(24)).toISOString(), end: at(0), stepSeconds: 300 },
      samples: { found: 288, expected: 288 },
      problems: [],
      // 2 cores in total, and 1 core per pod at 50 %.
      replicas: { rule: 'autoscaler', maxReplicas: 3, peak: 3, needed: 4, minutesShort: 1440 },
      now: { replicas: 2, cpu: 2, nodeShares: { cpu: 0.5 } },
      peak: { replicas: 3, cpu: 3, nodeShares: { cpu: 0.75 }, dollarsPerHour: expect.closeTo(0.144) },
      dollars: expect.closeTo(24 * 0.144),
    });
    expect(answer.steps).toHaveLength(288);
    expect(answer.containers).toHaveLength(2);
  });

  it('finds the busiest day of the two weeks, and can assume the suggested requests', async () => {
    const { body } = await aClient(world()).post(path, { load: 'busiest_day', scale: 1, assume: 'suggested' });
    const { window: day, containers } = whatIfSchema.parse(body);
    expect(Date.parse(day.end) - Date.parse(day.start)).toBe(24 * hour);
    expect(containers.find(({ resource }) => resource === 'memory')?.request).toBeLessThan(2 ** 30);
  });

  it('scales the forecast of the next 24 hours, one step an hour', async () => {
    const small = world();
    small.usages[0] = aUsage(0.5, 0.5, { since: now - 14 * 24 * hour });
    const { body } = await aClient(small).post(path, { load: 'forecast', scale: 2 });
    const answer = whatIfSchema.parse(body);
    expect(answer).toMatchObject({
      load: 'forecast',
      window: { start: at(0), end: at(-24), stepSeconds: 3600 },
      samples: { found: 24, expected: 24 },
      replicas: { peak: 3, needed: 4, minutesShort: 24 * 60 },
    });
    expect(answer.steps).toHaveLength(24);
    expect(answer.containers.map(({ minutesWithSamples }) => minutesWithSamples)).toEqual([1440, 1440]);
  });

  it('uses the node settings of the server', async () => {
    const client = aClient(world());
    const node = { node_cpu_cores: 2, node_memory_bytes: 2 ** 40, node_hourly_cost: 1 };
    await client.post('/v1/cost-savings/settings', node);
    const { body } = await client.post(path, { ...window(24, 0), scale: 1 });
    expect(whatIfSchema.parse(body)).toMatchObject({ now: { nodeShares: { cpu: 1 }, dollarsPerHour: 1 } });
  });

  it('states which part of the window has no samples', async () => {
    const { body } = await aClient(world()).post('/v1/ast/shop/young/what-if', { ...window(24, 0), scale: 1 });
    expect(whatIfSchema.parse(body)).toMatchObject({
      samples: { found: 276, expected: 288 },
      problems: ['60 minutes without samples are not counted.'],
    });
  });

  it.each([
    [{ load: 'yesterday', scale: 2 }, 'load must be window or busiest_day or forecast'],
    [{ load: 'busiest_day' }, 'scale is missing'],
    [{ load: 'busiest_day', scale: 0 }, 'scale must be at least 0.1'],
    [{ load: 'busiest_day', scale: 11 }, 'scale must be at most 10'],
    [{ load: 'busiest_day', scale: 2, replicas: 3 }, 'unknown key: replicas'],
    [{ load: 'busiest_day', scale: 2, assume: 'none' }, 'assume must be current or suggested'],
    [{ ...window(2, 1), load: 'busiest_day', scale: 2 }, 'start and end are only allowed if load is window'],
    [{ load: 'window', scale: 2 }, 'start and end are required if load is window'],
    [{ load: 'window', start: at(2), scale: 2 }, 'start and end are required if load is window'],
    [{ load: 'window', start: 'noon', end: at(1), scale: 2 }, 'start must be a time such as'],
    [{ ...window(1, 2), scale: 2 }, 'start must be before end'],
    [{ ...window(1, -1), scale: 2 }, 'end must not be in the future'],
    [{ ...window(15 * 24, 1), scale: 2 }, 'start must be within the last 14 days'],
    [{ ...window(1.02, 1), scale: 2 }, 'at least one whole five minutes'],
  ])('rejects %j', async (body, sentence) => {
    const answer = await aClient(world()).post(path, body);
    expect(answer).toMatchObject({ status: 400, body: { errors: [expect.stringContaining(sentence)] } });
  });

  it.each([
    ['idle', { ...window(24, 0), scale: 1 }, 'No usage of this workload was found'],
    ['young', { load: 'forecast', scale: 1 }, 'There are too few samples yet for a forecast'],
    ['young', { ...window(48, 30), scale: 1 }, 'There are no samples of this target in the window.'],
    ['young', { ...window(2, 0), scale: 1, assume: 'suggested' }, 'Suggestions start 24 hours after the first sample'],
  ])('answers 409 with the reason for %s: %j', async (name, body, sentence) => {
    const answer = await aClient(world()).post(`/v1/ast/shop/${name}/what-if`, body);
    expect(answer).toMatchObject({ status: 409, body: { errors: [expect.stringContaining(sentence)] } });
  });

  it('answers 404 for a target that is not enrolled, and names a workload that is gone', async () => {
    const client = aClient(world());
    expect(await client.post('/v1/ast/shop/none/what-if', { load: 'busiest_day', scale: 1 })).toMatchObject({
      status: 404,
    });
    const gone = await client.post('/v1/ast/shop/gone/what-if', { load: 'busiest_day', scale: 1 });
    expect(gone).toMatchObject({
      status: 500,
      body: { errors: [expect.stringContaining('failed to get target scale')] },
    });
  });

  it('answers 502 if samples were never read and the source fails', async () => {
    const small = world();
    small.fail.metrics = new SourceError('It answered 503.');
    const answer = await aClient(small).post(path, { load: 'busiest_day', scale: 1 });
    expect(answer).toMatchObject({ status: 502, body: { errors: ['metrics source unavailable', 'It answered 503.'] } });
  });
});
