import { crc32 } from 'node:zlib';
import { aHistory, now, seeded, series } from '@trimtab/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WorkloadHistory } from '../../ports/index.ts';
import { binMs } from '../../recommender/bins.ts';
import { decodeState, encodeState } from './state-codec.ts';
import { StepSeries } from './step-series.ts';
import { ringBins, TargetUsage } from './target-usage.ts';

const nowBin = now / binMs;

/** A history of `bins` bins ending at bin `end`. */
function ending(end: number, bins: number, seed = 1): WorkloadHistory {
  const random = seeded(seed + end);
  const usage = series(bins / 288, () => (random() < 0.1 ? Number.NaN : Math.fround(random())));
  return {
    ...aHistory({ cpu: usage, memory: usage.map((value) => Math.fround(value * 1e9)) }),
    start: (end - bins) * binMs,
  };
}

function remembered(history: WorkloadHistory, end = nowBin): TargetUsage {
  const memory = new TargetUsage(history, end);
  memory.advance(end, history);
  return memory;
}

describe('TargetUsage', () => {
  it('returns the samples that were added', () => {
    const history = ending(nowBin, ringBins);
    expect(remembered(history).history()).toEqual({ ...history, total: expect.anything() });
  });

  it('advances by any number of new bins', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 8 }), (steps) => {
        const memory = remembered(ending(nowBin, ringBins));
        let end = nowBin;
        for (const step of steps) {
          end += step;
          memory.advance(end, ending(end, step + 3));
        }
        const last = ending(end, (steps.at(-1) ?? 0) + 3);
        const { start, containers, readyReplicas } = memory.history();
        expect(start).toBe((end - ringBins) * binMs);
        expect(containers[0]?.cpu.slice(-last.readyReplicas.length)).toEqual(last.containers[0]?.cpu);
        expect(readyReplicas.slice(-last.readyReplicas.length)).toEqual(last.readyReplicas);
      }),
      { numRuns: 20 },
    );
  });

  it('has gaps for missing samples, and drops a container when its samples have left the ring', () => {
    const memory = remembered(ending(nowBin, ringBins));
    memory.advance(nowBin + 12, null);
    const { containers, readyReplicas } = memory.history();
    expect(Array.from(containers[0]?.cpu.slice(-12) ?? []).every(Number.isNaN)).toBe(true);
    expect(Array.from(readyReplicas.slice(-12)).every(Number.isNaN)).toBe(true);
    for (let day = 1; day <= 60; day++) memory.advance(nowBin + 12 + day * 288, null);
    expect(memory.history().containers).toEqual([]);
  });

  it('sketches days that leave the ring, for at most four weeks', () => {
    const memory = remembered(ending(nowBin, ringBins));
    for (let day = 1; day <= 40; day++) memory.advance(nowBin + day * 288, ending(nowBin + day * 288, 291));
    const sketches = memory.containers.get('app')?.sketches ?? [];
    const days = sketches.map(({ day }) => day);
    expect(days).toEqual(Array.from({ length: days.length }, (_, index) => (days[0] ?? 0) + index));
    expect(days.length).toBeGreaterThan(14);
    expect(days.length).toBeLessThanOrEqual(29);
    expect(sketches[0]?.maximum).toBeLessThanOrEqual(1e9);
    expect(sketches[0]?.maximum).toBeGreaterThan(1e6);
  });

  it('has samples that arrive late as if they had come in time', () => {
    const days = 3 * 288;
    const whole = ending(nowBin + days, days);
    const replicas = Float64Array.from({ length: days }, (_, bin) => Math.floor(bin / 40) % 3);
    const part = (from: number, to: number) => {
      const cut = (bins: Float64Array) => bins.subarray(from, to);
      const both = ({ cpu, memory }: WorkloadHistory['total']) => ({ cpu: cut(cpu), memory: cut(memory) });
      return {
        ...whole,
        start: (nowBin + from) * binMs,
        containers: whole.containers.map(({ name, ...bins }) => ({ name, ...both(bins) })),
        total: both(whole.total),
        requested: { cpu: cut(replicas), memory: cut(replicas) },
        readyReplicas: cut(replicas),
      };
    };
    const [inTime, late] = [remembered(ending(nowBin, ringBins)), remembered(ending(nowBin, ringBins))];
    const [from, to] = [192, 336];
    for (let end = 48; end <= days; end += 48) {
      inTime.advance(nowBin + end, part(end - 48, end));
      late.advance(nowBin + end, end > from && end <= to ? null : part(end - 48, end));
      late.outlook();
    }
    expect(late.hasSample(nowBin + from)).toBe(false);
    expect(late.containers).not.toEqual(inTime.containers);
    late.advance(nowBin + days, part(from, to));
    expect(late.history()).toEqual(inTime.history());
    expect(late.containers).toEqual(inTime.containers);
    expect(late.outlook()).toEqual(inTime.outlook());
    expect(late.hasSample(nowBin + from)).toBe(true);
  });

  it('has a bounded size', () => {
    const memory = remembered(ending(nowBin, ringBins));
    for (let day = 1; day <= 40; day++) memory.advance(nowBin + day * 288, ending(nowBin + day * 288, 291));
    expect(memory.bytes).toBeLessThan(80 * 1024);
  });

  it('stores each kill once', () => {
    const kill = { container: 'app', at: now - 1000, limitBytes: 1e9 };
    const history = { ...ending(nowBin, ringBins), outOfMemory: [kill] };
    const memory = remembered(history);
    memory.advance(nowBin + 1, { ...ending(nowBin + 1, 4), outOfMemory: [kill] });
    expect(memory.kills).toEqual([kill]);
  });

  it('stores each kill with the first limit, and the highest of several pods', () => {
    const kill = { container: 'app', at: now - 1000, limitBytes: 1e9 };
    const other = { ...kill, at: now - 2000 };
    const memory = remembered({ ...ending(nowBin, ringBins), outOfMemory: [kill] });
    const later = [{ ...kill, limitBytes: 4e9 }, other, { ...other, limitBytes: 2e9 }];
    memory.advance(nowBin + 1, { ...ending(nowBin + 1, 4), outOfMemory: later });
    expect(memory.kills).toEqual([{ ...other, limitBytes: 2e9 }, kill]);
  });
});

describe('StepSeries', () => {
  it('returns the written values, bin by bin', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            from: fc.integer({ min: 0, max: 50 }),
            values: fc.array(fc.constantFrom(1, 2, Number.NaN), { maxLength: 20 }),
          }),
        ),
        (writes) => {
          const steps = new StepSeries();
          let plain: number[] = [];
          for (const { from, values } of writes) {
            steps.write(from, values);
            const last = plain.at(-1) ?? Number.NaN;
            if (values.length === 0) plain = plain.slice(0, from);
            else {
              while (plain.length < from) plain.push(last);
              plain = [...plain.slice(0, from), ...values];
            }
          }
          expect(Array.from(steps.read(0, plain.length))).toEqual(plain);
        },
      ),
    );
  });
});

describe('a stored state', () => {
  const memory = remembered({
    ...ending(nowBin, ringBins),
    outOfMemory: [{ container: 'app', at: now - 1, limitBytes: 5 }],
  });
  for (let day = 1; day <= 3; day++) memory.advance(nowBin + day * 288, ending(nowBin + day * 288, 291));
  const state = encodeState(memory);

  it('survives encoding and decoding', () => {
    const back = decodeState(state);
    expect(back?.history()).toEqual(memory.history());
    expect(back?.containers).toEqual(memory.containers);
    expect(back?.identity).toEqual(memory.identity);
  });

  it('is read in the first version, which also had sketches of CPU', () => {
    const view = Buffer.from(state.bytes);
    const length = view.readUInt32LE(4);
    const header: { containers: object[] } = JSON.parse(view.subarray(8, 8 + length).toString());
    const containers = header.containers.map((container) => ({ ...container, cpu: [[20_000, 288, 1]] }));
    const text = Buffer.from(JSON.stringify({ ...header, containers }));
    const lengthOf = Buffer.alloc(4);
    lengthOf.writeUInt32LE(text.length);
    const body = Buffer.concat([lengthOf, text, view.subarray(8 + length)]);
    const check = Buffer.alloc(4);
    check.writeUInt32LE(crc32(body));
    const back = decodeState({ ...state, version: 1, bytes: Buffer.concat([check, body]) });
    expect(back?.history()).toEqual(memory.history());
    expect(back?.containers).toEqual(memory.containers);
  });

  it('is rejected when it is truncated, changed or of another version', () => {
    expect(decodeState({ ...state, version: state.version + 1 })).toBeNull();
    fc.assert(
      fc.property(fc.integer({ min: 0, max: state.bytes.length - 1 }), fc.integer({ min: 0, max: 7 }), (at, bit) => {
        const bytes = Uint8Array.from(state.bytes);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
        expect(decodeState({ ...state, bytes })).toBeNull();
        expect(decodeState({ ...state, bytes: state.bytes.subarray(0, at) })).toBeNull();
      }),
      { numRuns: 30 },
    );
  });
});
