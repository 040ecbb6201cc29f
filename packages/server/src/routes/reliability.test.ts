import { type Reliability, reliabilitySchema, resourceAtRisk } from '@trimtab/core';
import { noEvents, SourceError, type WorkloadEvents } from '@trimtab/server';
import { aClient, aPast, aRecord, aWorkload, aWorld, hour, mebibyte, now } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';

const path = '/v1/ast/shop/cart/reliability';
const day = 24 * hour;
const iso = (time: number) => new Date(time).toISOString();
const binsAgo = (ago: number) => Math.floor((now - ago) / 300_000) * 300_000;

const quiet: WorkloadEvents = { ...noEvents, since: now - 14 * day };

/** A target that uses half of its requests, unless `memory` (MiB of one pod) gives another usage. */
function world(events?: Partial<WorkloadEvents> | SourceError, memory: (at: number) => number = () => 512) {
  const small = aWorld([aRecord({ horizontal: 'recommendation' })]);
  const container = { name: 'app', cpuRequest: 1, memoryRequest: 1024 * mebibyte };
  small.workloads.push(aWorkload({ containers: [{ ...container, limits: { cpu: 2, memory: 2048 * mebibyte } }] }));
  small.deps.history = aPast([
    {
      name: 'cart',
      at: (at) => ({
        replicas: 2,
        cpu: at % day < hour ? 1.5 : 0.5,
        memory: memory(at),
        cpuRequest: 1,
        memoryRequest: 1024,
      }),
    },
  ]);
  if (events instanceof SourceError) small.deps.metrics.events = () => Promise.reject(events);
  else if (events !== undefined) small.deps.metrics.events = async () => ({ ...quiet, ...events });
  return small;
}
async function ask(small: ReturnType<typeof world>): Promise<Reliability> {
  const { status, body } = await aClient(small).get(path);
  expect(status).toBe(200);
  expect(body).toEqual(reliabilitySchema.parse(body));
  return reliabilitySchema.parse(body);
}

const leaking = (at: number) => 1548 - (100 * (now - at)) / day;
const facts = async (small: ReturnType<typeof world>) => resourceAtRisk(await ask(small));

describe('the reliability of a target', () => {
  it('counts kills and restarts of seven days, with the last one', async () => {
    const at = [9 * day, 2 * day, day].map(binsAgo);
    const kills = at.map((time) => ({ at: time, container: 'app', count: 1 }));
    const crash = { at: binsAgo(hour), container: 'app', count: 2 };
    const { oomKills, restarts, events, eventsSince } = await ask(world({ kills, restarts: [...kills, crash] }));
    const since = iso(now - 7 * day);
    expect(oomKills).toEqual({ value: 2, last: iso(binsAgo(day)), since, unknown: null });
    expect(restarts).toEqual({ value: 4, last: iso(binsAgo(hour)), since, unknown: null });
    // The restart after a kill is not listed again.
    expect(events.map(({ kind, count }) => [kind, count])).toEqual([
      ['oomKill', 1],
      ['oomKill', 1],
      ['oomKill', 1],
      ['restart', 2],
    ]);
    expect(eventsSince).toBe(iso(now - 14 * day));
  });

  it('is zero where nothing happened, and says when the observation began', async () => {
    const started = now - 2 * day;
    const { oomKills, restarts } = await ask(world({ since: started }));
    expect(oomKills).toEqual({ value: 0, last: null, since: iso(started), unknown: null });
    expect(restarts).toEqual(oomKills);
  });

  it('is unknown, with the reason, where the source does not know it', async () => {
    for (const [events, reason] of [
      [undefined, 'The metrics source does not report restarts.'],
      [new SourceError('Prometheus did not answer within 20 s.'), 'Prometheus did not answer within 20 s.'],
      [{ since: null }, 'The metrics source has no restart counters of its pods.'],
    ] as const) {
      const answer = await ask(world(events));
      expect(answer.oomKills).toEqual({ value: null, last: null, since: null, unknown: reason });
      expect(answer.cpuAbove.value).not.toBeNull();
    }
    const small = world({});
    small.deps.history = { history: () => Promise.reject(new SourceError('There is no past.')) };
    const { cpuAbove, leak, restarts } = await ask(small);
    expect(cpuAbove.unknown).toBe('There is no past.');
    expect(leak).toMatchObject({ isSeen: null, unknown: 'There is no past.' });
    expect(restarts.value).toBe(0);
  });

  it('has the throttled share of CPU periods, which is unknown without a CPU limit', async () => {
    const hours = Array.from({ length: 7 * 24 }, (_, index) => ({
      at: now - (7 * 24 - index) * hour,
      periods: 100,
      throttled: index === 0 ? 84 : 0,
    }));
    const { throttling } = await ask(world({ throttling: hours }));
    expect(throttling).toMatchObject({ value: 0.005, last: iso(now - 7 * day), unknown: null });
    const none = await ask(world({}));
    expect(none.throttling).toMatchObject({ value: null, unknown: expect.stringContaining('without a CPU limit') });
  });

  it('has the minutes of a day above the request of that time', async () => {
    const { cpuAbove, memoryAbove, memoryOfLimit } = await ask(world({}));
    expect(cpuAbove.value).toBeCloseTo(60, 6);
    expect(cpuAbove.last).toBe(iso(Date.parse('2026-03-04T00:55:00Z')));
    expect(memoryAbove).toMatchObject({ value: 0, last: null });
    expect(memoryOfLimit.value).toBe(0.25);
  });

  it('says how long a leak takes to reach the limit, and that none was seen', async () => {
    expect((await ask(world({}))).leak).toEqual({
      isSeen: false,
      container: null,
      bytesPerDay: null,
      hoursToLimit: null,
      unknown: null,
    });
    const { leak } = await ask(world({}, leaking));
    expect(leak).toMatchObject({ isSeen: true, container: 'app' });
    expect(leak.hoursToLimit).toBeCloseTo(120, -1);
    const deployments = [1, 2.5, 4, 5.5].map((days) => ({ at: binsAgo(days * day), version: 'app:2' }));
    expect((await ask(world({ deployments }, leaking))).leak.isSeen).toBeNull();
  });

  it('lists changes of requests, and the limits of a pod over time', async () => {
    const of = (ago: number, kind: 'request' | 'limit', value: number) => ({
      at: binsAgo(ago),
      kind,
      container: 'app',
      resource: 'cpu' as const,
      value,
    });
    const amounts = [of(10 * day, 'request', 2), of(10 * day, 'limit', 4), of(day, 'request', 1), of(day, 'limit', 2)];
    const { events, limits } = await ask(world({ amounts }));
    expect(events).toMatchObject([
      { kind: 'request', from: 2, to: 1 },
      { kind: 'limit', from: 4, to: 2 },
    ]);
    expect(limits).toEqual([
      { at: iso(binsAgo(10 * day)), resource: 'cpu', perPod: 4 },
      { at: iso(binsAgo(day)), resource: 'cpu', perPod: 2 },
    ]);
  });

  it('lists the newest events only, and says so', async () => {
    const restarts = Array.from({ length: 1000 }, (_, index) => ({
      at: binsAgo((1000 - index) * 300_000),
      container: 'app',
      count: 1,
    }));
    const answer = await ask(world({ restarts }));
    expect(answer.restarts.value).toBe(1000);
    expect(answer.events).toHaveLength(400);
    expect(answer.incomplete).toEqual(['Only the newest 400 of 1000 events are listed.']);
  });
});

describe('the resource at risk', () => {
  it('is memory after a kill, near the limit, and with a leak that reaches it within a week', async () => {
    expect(await facts(world({ kills: [{ at: binsAgo(day), container: 'app', count: 1 }] }))).toBe('memory');
    expect(await facts(world({}, () => 1900))).toBe('memory');
    expect(await facts(world({}, leaking))).toBe('memory');
  });

  it('is CPU if it is throttled or often above its request, otherwise none', async () => {
    expect(await facts(world({}))).toBe('cpu');
    const busy = world({ throttling: [{ at: now - hour, periods: 100, throttled: 10 }] });
    busy.deps.history = aPast([
      { name: 'cart', at: () => ({ replicas: 2, cpu: 0.5, memory: 512, cpuRequest: 1, memoryRequest: 1024 }) },
    ]);
    expect(await facts(busy)).toBe('cpu');
    busy.deps.metrics.events = async () => quiet;
    busy.now += 11 * 60_000;
    expect(await facts(busy)).toBeNull();
  });
});
