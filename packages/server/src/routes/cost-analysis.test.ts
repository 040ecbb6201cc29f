import { costAnalysisSchema, dayMs } from '@trimtab/core';
import {
  aClient,
  aPast,
  aRecord,
  aUsage,
  aWorkload,
  aWorld,
  hour,
  type Moment,
  mebibyte,
  type SmallWorld,
} from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { type ArchivedFigures, SourceError } from '../ports/index.ts';

const path = '/v1/views/cost/analysis';
const now = Date.parse('2026-03-04T12:30:00Z');
const steady = (changes: Partial<Moment> = {}): Moment => ({
  replicas: 2,
  cpu: 0.2,
  memory: 100,
  cpuRequest: 1,
  memoryRequest: 1024,
  ...changes,
});
/** The time of the first sample. */
const since = Date.parse('2026-02-20T00:00:00Z');

const before = { replicas: 4, containers: [{ name: 'app', cpuRequest: 2, memoryRequest: 2e9 }], recordedAt: since };

const at = (instant: number) => (instant < since ? null : steady());

function recordedWorld(): SmallWorld {
  const world = aWorld([
    aRecord({ name: 'cart' }),
    aRecord({ name: 'fast', vertical: 'autonomous', unoptimized: before }),
    aRecord({ name: 'gone' }),
  ]);
  world.now = now;
  for (const name of ['cart', 'fast']) {
    world.workloads.push(aWorkload({ name }));
    world.usages.push(aUsage(0.2, 0.1, { name }));
  }
  world.deps.history = aPast([
    { name: 'cart', at },
    { name: 'fast', at },
  ]);
  return world;
}

/** The savings of `fast` in a number of hours: 4 pods of 2 cores and 2 GB before, 2 pods of 1 core and 1 GiB now. */
const saved = (hours: number) => ({
  cpu_core_hours: 6 * hours,
  memory_byte_hours: (8e9 - 2048 * mebibyte) * hours,
});

/** The background work of a running server, which runs once a minute. */
async function record(world: SmallWorld): Promise<void> {
  const works = new Map<string, (signal: AbortSignal) => Promise<void>>();
  world.deps.scheduler = { every: (_interval, name, work) => void works.set(name, work) };
  aClient(world);
  await works.get('rollups')?.(new AbortController().signal);
}

async function analysis(world: SmallWorld, query: string) {
  const { status, body } = await aClient(world).get(`${path}?${query}`);
  expect(status).toBe(200);
  return { ...costAnalysisSchema.parse(body), raw: body };
}

describe('cost analysis', () => {
  it('returns every bucket, with zeros and a note where nothing is known', async () => {
    const { breakdown, contributors, raw } = await analysis(aWorld(), 'bucket=Month');
    const months = breakdown.map(({ timestamp }) => timestamp);
    expect(months).toHaveLength(13);
    expect([months[0], months[10], months[12]]).toEqual([
      '2025-03-01T00:00:00.000Z',
      '2026-01-01T00:00:00.000Z',
      '2026-03-01T00:00:00.000Z',
    ]);
    const zero = { cpu_core_hours: 0, memory_byte_hours: 0 };
    expect(breakdown).toEqual(breakdown.map(({ timestamp }) => ({ timestamp, realized: zero, unrealized: zero })));
    expect(contributors).toEqual([]);
    expect(raw).toMatchObject({ incomplete: [expect.stringContaining('No hour was recorded yet')] });
  });

  it('sums the savings against the state before autonomous mode, hour by hour', async () => {
    const world = recordedWorld();
    await record(world);
    const { breakdown, contributors } = await analysis(
      world,
      'bucket=Day&start=2026-03-01T06:00:00Z&end=2026-03-04T12:00:00Z',
    );
    expect(breakdown.map(({ realized }) => realized)).toEqual([18, 24, 24, 12].map(saved));
    expect(contributors).toEqual([{ name: 'fast', resource_savings: saved(78) }]);
  });

  it('sums the requests above the suggestion, starting after the first day of samples', async () => {
    const world = recordedWorld();
    await record(world);
    const { breakdown, raw } = await analysis(world, 'bucket=Day&start=2026-02-19T00:00:00Z&end=2026-02-24T00:00:00Z');
    const wasted = breakdown.map(({ unrealized }) => unrealized.cpu_core_hours ?? Number.NaN);
    expect(wasted.slice(0, 2)).toEqual([0, 0]);
    // Constant usage of 0.2 cores per pod: the suggestion is above it and far below the requested core.
    for (const day of wasted.slice(2)) {
      expect(day).toBeGreaterThan(24 * 2 * 0.4);
      expect(day).toBeLessThan(24 * 2 * 0.8);
    }
    expect(raw).toMatchObject({
      incomplete: expect.arrayContaining([expect.stringContaining('1 of 2 targets had no suggestion')]),
    });
  });

  it('counts an hour at the edge of the window in proportion, and no hour twice', async () => {
    const world = recordedWorld();
    await record(world);
    await record(world);
    const { contributors } = await analysis(world, 'bucket=Day&start=2026-03-03T22:30:00Z&end=2026-03-04T00:15:00Z');
    expect(contributors[0]?.resource_savings.cpu_core_hours).toBeCloseTo(6 * 1.75, 9);
  });

  it('continues the recorded hours, keeps gaps, and reads only what is missing', async () => {
    const world = recordedWorld();
    await record(world);
    const outage = Date.parse('2026-03-04T13:00:00Z');
    const history = aPast([
      { name: 'fast', at: (instant) => (instant >= outage && instant < outage + hour ? null : steady()) },
    ]);
    world.deps.history = history;
    world.now = Date.parse('2026-03-04T15:10:00Z');
    await record(world);
    expect(history.asked).toContainEqual({ start: outage - hour, end: outage + 2 * hour });
    const { contributors } = await analysis(world, 'bucket=Day&start=2026-03-04T11:00:00Z&end=2026-03-04T15:00:00Z');
    expect(contributors[0]?.resource_savings.cpu_core_hours).toBeCloseTo(6 * 3, 9);
  });

  it('retries after a failure of the source, also in the middle of the backfill', async () => {
    const world = recordedWorld();
    const { history } = world.deps;
    if (history === undefined) throw new Error('This world has no history.');
    let answers = 1;
    world.deps.history = {
      async history(...question) {
        answers -= 1;
        if (answers < 0) throw new SourceError('It does not answer.');
        return history.history(...question);
      },
    };
    await record(world);
    const query = 'bucket=Week&start=2026-02-20T00:00:00Z&end=2026-03-04T12:00:00Z';
    expect((await analysis(world, query)).contributors).toEqual([]);
    answers = Number.POSITIVE_INFINITY;
    await record(world);
    expect((await analysis(world, query)).contributors).toEqual([{ name: 'fast', resource_savings: saved(12.5 * 24) }]);
  });

  it('adds the namespace to contributors with the same name, and lists the largest savings first', async () => {
    const world = recordedWorld();
    const small = { ...before, containers: [{ name: 'app', cpuRequest: 1, memoryRequest: 1e9 }] };
    await world.deps.store.targets.enroll([
      aRecord({ namespace: 'other', name: 'fast', vertical: 'autonomous', unoptimized: small }),
    ]);
    world.deps.archive = {
      figures: async (targets, { start, end }, stepMs) => targets.map(() => archived((end - start) / stepMs)),
    };
    const { contributors, raw } = await analysis(world, 'bucket=Week');
    expect(contributors.map(({ name }) => name)).toEqual(['shop/fast', 'other/fast']);
    // No other fields than those of the contract.
    expect(raw).toEqual(expect.objectContaining({ contributors }));
  });

  it('reads a year from an archive source and records nothing', async () => {
    const world = recordedWorld();
    const asked: number[] = [];
    world.deps.archive = {
      async figures(targets, { start, end }, stepMs) {
        asked.push(stepMs);
        return targets.map(() => archived((end - start) / stepMs));
      },
    };
    const { breakdown } = await analysis(world, 'bucket=Month&start=2026-02-01T00:00:00Z&end=2026-03-01T00:00:00Z');
    expect(asked).toEqual([dayMs]);
    // Until 20 February `fast` was in recommendation mode, so its waste counts like that of the two others.
    const wasted = 2 - 2 * 0.25;
    expect(breakdown[0]?.unrealized.cpu_core_hours).toBeCloseTo(wasted * 24 * (28 + 28 + 19), 6);
    expect(breakdown[0]?.realized.cpu_core_hours).toBeCloseTo(6 * 24 * 9, 6);
    expect(await world.deps.store.rollups.targets()).toEqual([]);
  });

  it('reads the past once for all windows that begin and end in the same hours', async () => {
    const world = recordedWorld();
    let reads = 0;
    world.deps.archive = {
      async figures(targets, { start, end }, stepMs) {
        reads += 1;
        return targets.map(() => archived((end - start) / stepMs));
      },
    };
    const client = aClient(world);
    const hoursOf = async (start: string, end: string) => {
      const { body } = await client.get(`${path}?bucket=Day&start=2026-03-01T${start}:00Z&end=2026-03-04T${end}:00Z`);
      return (costAnalysisSchema.parse(body).contributors[0]?.resource_savings.cpu_core_hours ?? 0) / 6;
    };
    expect(await hoursOf('06:15', '11:45')).toBeCloseTo(77.5, 9);
    const firstReads = reads;
    expect(await hoursOf('06:30', '11:15')).toBeCloseTo(76.75, 9);
    expect(await hoursOf('07:00', '11:00')).toBeCloseTo(76, 9);
    expect(reads).toBe(firstReads);
  });

  it.each([
    ['start', 'bucket=Day&start=2026-03-04T12:00:00Z&end=2026-03-04T12:00:00Z'],
    ['start', 'bucket=Day&start=1900-01-01T00:00:00Z&end=2026-03-04T12:00:00Z'],
    ['start', 'bucket=Day&start=2027-01-01T00:00:00Z'],
    ['start', 'bucket=Day&start=1772623800000'],
    ['bucket', 'bucket=Hour'],
    ['bucket', 'start=2026-03-04T12:00:00Z'],
  ])('names the invalid parameter %s', async (name, query) => {
    const { status, body } = await aClient(aWorld()).get(`${path}?${query}`);
    expect({ status, body }).toEqual({ status: 400, body: { errors: [expect.stringContaining(name)] } });
  });
});

function archived(steps: number): ArchivedFigures {
  const of = (value: number) => Array<number>(steps).fill(value);
  return {
    replicas: of(2),
    requested: { cpu: of(2), memory: of(2e9) },
    used: { cpu: of(0.4), memory: of(1e8) },
    advisedPod: { cpu: of(0.25), memory: of(1e8) },
    advisedReplicas: of(2),
  };
}
