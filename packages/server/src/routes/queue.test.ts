import { forecastJobSchema, queueStatsSchema } from '@trimtab/core';
import { aClient, aRecord, aUsage, aWorkload, aWorld, hour, type SmallWorld } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { SourceError } from '../ports/index.ts';

const minute = 60_000;

function world(...names: string[]): SmallWorld {
  const small = aWorld(names.map((name) => aRecord({ name })));
  for (const name of names) {
    small.workloads.push(aWorkload({ name }));
    small.usages.push(aUsage(0.5, 0.5, { name }));
  }
  return small;
}

type Server = {
  readonly pop: () => Promise<{ id: string; name: string } | null>;
  readonly end: (id: string, body: unknown) => Promise<number>;
  readonly stats: () => Promise<unknown>;
  /** The background work of the queue, which runs every ten seconds. */
  readonly work: () => Promise<void>;
};

function serve(small: SmallWorld): Server {
  const works = new Map<string, (signal: AbortSignal) => Promise<void>>();
  small.deps.scheduler = { every: (_interval, name, work) => void works.set(name, work) };
  const client = aClient(small);
  return {
    async pop() {
      const { status, body } = await client.post('/v1/queue/forecast/pop');
      expect(status).toBe(body === null ? 204 : 200);
      return body === null ? null : forecastJobSchema.parse(body);
    },
    end: async (id, body) => (await client.post(`/v1/queue/forecast/${id}/status`, body)).status,
    stats: async () => queueStatsSchema.parse((await client.get('/v1/queue/forecast/stats')).body),
    work: async () => works.get('forecast queue')?.(new AbortController().signal),
  };
}

const none = { pending: 0, running: 0, completed: 0, failed: 0 };

describe('the forecast queue', () => {
  it('has a job for every target, leases each once, then answers 204', async () => {
    const { pop, stats } = serve(world('a', 'b'));
    const names = [(await pop())?.name, (await pop())?.name];
    expect(new Set(names)).toEqual(new Set(['a', 'b']));
    expect(await pop()).toBeNull();
    expect(await stats()).toEqual({ ...none, running: 2 });
  });

  it('is empty without targets', async () => {
    const { pop, stats } = serve(aWorld());
    expect(await pop()).toBeNull();
    expect(await stats()).toEqual(none);
  });

  it('accepts the completion of a job whose workload is gone', async () => {
    const small = world('a');
    const { pop, end, stats } = serve(small);
    const job = await pop();
    small.workloads.pop();
    expect(await end(job?.id ?? '', { state: 'completed' })).toBe(204);
    expect(await stats()).toEqual({ ...none, completed: 1 });
  });

  it('creates a new job an hour after a completed one, and a minute after a failed one', async () => {
    const small = world('a', 'b');
    const { pop, end, stats } = serve(small);
    expect(await end((await pop())?.id ?? '', { state: 'completed' })).toBe(204);
    expect(await end((await pop())?.id ?? '', { state: 'failed' })).toBe(204);
    expect(await stats()).toEqual({ ...none, completed: 1, failed: 1 });
    small.now += minute / 2;
    expect(await pop()).toBeNull();
    small.now += minute / 2;
    expect((await pop())?.name).toBe('b');
    small.now += hour - minute - 1;
    expect((await pop())?.name).toBe('b');
    expect(await pop()).toBeNull();
    small.now += 31_000;
    expect((await pop())?.name).toBe('a');
    expect(await stats()).toEqual({ ...none, running: 2 });
  });

  it('takes back jobs whose lease has ended, and accepts their late completion', async () => {
    const small = world('a');
    const { pop, end, stats } = serve(small);
    const first = await pop();
    small.now += 5 * minute;
    expect(await stats()).toEqual({ ...none, pending: 1 });
    const second = await pop();
    expect(second?.id).toBe(first?.id);
    expect(await end(first?.id ?? '', { state: 'completed' })).toBe(204);
    expect(await end(first?.id ?? '', { state: 'completed' })).toBe(204);
    expect(await end(first?.id ?? '', { state: 'failed' })).toBe(409);
  });

  it('rejects any other state with 400 and an unknown job with 404', async () => {
    const { pop, end } = serve(world('a'));
    const id = (await pop())?.id ?? '';
    for (const body of [{ state: 'running' }, { state: 'Completed' }, {}, { state: 'completed', extra: 1 }]) {
      expect(await end(id, body)).toBe(400);
    }
    expect(await end('toString', { state: 'completed' })).toBe(404);
    expect(await end(crypto.randomUUID(), { state: 'failed' })).toBe(404);
  });

  it('drops the job of a removed target, and has one for a new target immediately', async () => {
    const small = world('a');
    const { pop, stats } = serve(small);
    await pop();
    const client = aClient(small);
    expect((await client.post('/v1/ast/shop/a/cleanup')).status).toBe(204);
    await small.deps.store.targets.enroll([aRecord({ name: 'b' })]);
    const later = serve(small);
    expect((await later.pop())?.name).toBe('b');
    expect(await stats()).toBeDefined();
    expect(await small.deps.store.jobs.list()).toHaveLength(1);
  });

  it('is processed by the server after a head start for other workers', async () => {
    const small = world('a', 'b');
    const { pop, stats, work } = serve(small);
    await pop();
    await work();
    expect(await stats()).toEqual({ ...none, running: 1, pending: 1 });
    small.now += 21_000;
    await work();
    expect(await stats()).toEqual({ ...none, running: 1, completed: 1 });
    small.now += 5 * minute;
    await work();
    expect(await stats()).toEqual({ ...none, completed: 2 });
  });

  it('fails the jobs of targets without a possible suggestion, and retries them', async () => {
    const small = world('a');
    small.fail.metrics = new SourceError('It does not answer.');
    const { stats, work } = serve(small);
    await work();
    small.now += minute;
    await work();
    expect(await stats()).toEqual({ ...none, failed: 1 });
    small.fail.metrics = null;
    small.now += minute;
    await work();
    small.now += minute;
    await work();
    expect(await stats()).toEqual({ ...none, completed: 1 });
  });

  it.each(['the same server', 'another one'])(
    'doubles the wait after every further failure, reported to %s',
    async (to) => {
      const small = world('a');
      const { pop, ...asked } = serve(small);
      const { end } = to === 'another one' ? serve(small) : asked;
      const waits: number[] = [];
      let failedAt = 0;
      for (let failures = 0; failures < 9; failures += 1) {
        let job = await pop();
        for (; job === null; job = await pop()) small.now += minute;
        if (failures > 0) waits.push((small.now - failedAt) / minute);
        expect(await end(job.id, { state: 'failed' })).toBe(204);
        failedAt = small.now;
      }
      expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    },
  );
});
