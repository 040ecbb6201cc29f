import { type ResourceName, resourceNames } from '@trimtab/core';
import { getOrInsert } from '../../get-or-insert.ts';
import type { WorkloadHistory, WorkloadIdentity } from '../../ports/index.ts';
import { binMs, binsPerDay } from '../../recommender/bins.ts';
import { type HourForecast, hourAhead } from '../../recommender/outlook.ts';
import { type DaySketch, sketchDay, sketchDays } from './day-sketch.ts';
import { StepSeries } from './step-series.ts';

/** Two weeks of five-minute bins. */
export const ringBins = 14 * binsPerDay;
/** The maximum number of stored kills. More would not change any advice. */
const mostKills = 64;

export type Ring = Float32Array;
export type ContainerRings = {
  readonly rings: Readonly<Record<ResourceName, Ring>>;
  /** Only of memory, because its rules need the days before the ring buffer. */
  readonly sketches: DaySketch[];
};
type Kill = WorkloadHistory['outOfMemory'][number];

export const newRing = (): Ring => new Float32Array(ringBins).fill(Number.NaN);

/**
 * Two weeks of usage of one target, oldest bin first, ending before bin `end`. Bins are counted from 1970-01-01 UTC.
 * The bins are stored in linear arrays, because moving 16 KB every five minutes costs little and readers get the bins
 * in order.
 */
export class TargetUsage {
  readonly identity: WorkloadIdentity;
  /** The bin after the newest one. */
  end: number;
  readonly containers = new Map<string, ContainerRings>();
  readonly total: Readonly<Record<ResourceName, Ring>> = { cpu: newRing(), memory: newRing() };
  readonly requested: Readonly<Record<ResourceName, StepSeries>>;
  readonly readyReplicas: StepSeries;
  kills: readonly Kill[] = [];
  #outlook: { readonly end: number; readonly value: readonly HourForecast[] } | null = null;

  constructor(
    identity: WorkloadIdentity,
    end: number,
    steps: { readonly requested: Readonly<Record<ResourceName, StepSeries>>; readonly readyReplicas: StepSeries } = {
      requested: { cpu: new StepSeries(), memory: new StepSeries() },
      readyReplicas: new StepSeries(),
    },
  ) {
    this.identity = { namespace: identity.namespace, kind: identity.kind, name: identity.name };
    this.end = end;
    this.requested = steps.requested;
    this.readyReplicas = steps.readyReplicas;
  }

  /**
   * Moves the window to `end` and writes the samples, which may end earlier, over those in the same bins. Null: there were
   * no samples.
   */
  advance(end: number, samples: WorkloadHistory | null): void {
    this.#sketchFinishedDays(end);
    this.#moveTo(end);
    if (samples === null) return;
    const from = samples.start / binMs;
    for (const { name, cpu, memory } of samples.containers) {
      const { rings } = this.#container(name);
      this.#write(rings.cpu, from, cpu);
      this.#write(rings.memory, from, memory);
    }
    for (const resource of resourceNames) {
      this.#write(this.total[resource], from, samples.total[resource]);
      this.requested[resource].write(from, samples.requested[resource], this.end);
    }
    this.readyReplicas.write(from, samples.readyReplicas, this.end);
    this.#addKills(samples.outOfMemory);
    this.#sketchAgain(from);
    this.#outlook = null;
  }

  /** Whether the usage of a bin is known. */
  hasSample(bin: number): boolean {
    const at = bin - (this.end - ringBins);
    return resourceNames.some((resource) => !Number.isNaN(this.total[resource][at] ?? Number.NaN));
  }

  /** The two weeks as a `HistorySource` returns them. Requests and replicas are computed when they are read. */
  history(): WorkloadHistory {
    const from = this.end - ringBins;
    const { end, requested, readyReplicas } = this;
    return {
      ...this.identity,
      start: from * binMs,
      containers: [...this.containers].map(([name, { rings }]) => ({
        name,
        cpu: new Float64Array(rings.cpu),
        memory: new Float64Array(rings.memory),
      })),
      total: { cpu: new Float64Array(this.total.cpu), memory: new Float64Array(this.total.memory) },
      get requested() {
        return { cpu: requested.cpu.read(from, end), memory: requested.memory.read(from, end) };
      },
      get readyReplicas() {
        return readyReplicas.read(from, end);
      },
      outOfMemory: this.kills,
    };
  }

  /** The forecast of the next hour, computed once per bin. */
  outlook(): readonly HourForecast[] {
    if (this.#outlook?.end !== this.end) this.#outlook = { end: this.end, value: hourAhead(this.history()) };
    return this.#outlook.value;
  }

  /** The approximate size in memory. */
  get bytes(): number {
    const steps = this.requested.cpu.size + this.requested.memory.size + this.readyReplicas.size;
    let sketches = 0;
    for (const { sketches: own } of this.containers.values()) sketches += own.length;
    return 2 * ringBins * 4 * (this.containers.size + 1) + steps * 16 + sketches * 160 + 1024;
  }

  #container(name: string): ContainerRings {
    return getOrInsert(this.containers, name, () => ({ rings: { cpu: newRing(), memory: newRing() }, sketches: [] }));
  }

  #moveTo(end: number): void {
    const by = end - this.end;
    if (by <= 0) return;
    const oldest = end - ringBins;
    for (const ring of this.#rings()) {
      ring.copyWithin(0, Math.min(by, ringBins));
      ring.fill(Number.NaN, Math.max(0, ringBins - by));
    }
    for (const steps of [this.requested.cpu, this.requested.memory, this.readyReplicas]) {
      steps.write(this.end, [Number.NaN]);
      steps.dropBefore(oldest);
    }
    this.end = end;
    this.kills = this.kills.filter(({ at }) => at >= oldest * binMs);
    for (const [name, { rings, sketches }] of this.containers) {
      const gone = rings.cpu.every(Number.isNaN) && rings.memory.every(Number.isNaN);
      if (gone && sketches.length === 0) this.containers.delete(name);
    }
  }

  #rings(): Ring[] {
    return [...this.containers.values()]
      .flatMap(({ rings }) => [rings.cpu, rings.memory])
      .concat(this.total.cpu, this.total.memory);
  }

  #write(ring: Ring, from: number, values: Float64Array): void {
    const at = from - (this.end - ringBins);
    const skip = Math.max(0, -at);
    const room = ringBins - Math.max(0, at);
    if (room > 0) ring.set(values.subarray(skip, skip + room), Math.max(0, at));
  }

  /**
   * The source returns the same kill for every window that contains it. The stored one stays. Of several pods that were
   * killed in one bin, the one with the highest limit counts.
   */
  #addKills(kills: readonly Kill[]): void {
    const known = new Map<string, Kill>();
    for (const kill of [...this.kills, ...kills.toSorted((a, b) => b.limitBytes - a.limitBytes)])
      getOrInsert(known, JSON.stringify([kill.container, kill.at]), () => kill);
    this.kills = [...known.values()].toSorted((a, b) => a.at - b.at).slice(-mostKills);
  }

  /** Stores sketches of the UTC days that ended since the last call, before their bins leave the ring buffer. */
  #sketchFinishedDays(end: number): void {
    const start = this.end - ringBins;
    const today = Math.floor((end - 1) / binsPerDay);
    for (const { rings, sketches } of this.containers.values()) {
      const next = Math.max((sketches.at(-1)?.day ?? -1) + 1, Math.ceil(start / binsPerDay));
      for (let day = next; day < today && (day + 1) * binsPerDay <= this.end; day++) {
        const from = day * binsPerDay - start;
        const sketch = sketchDay(day, rings.memory.subarray(from, from + binsPerDay));
        if (sketch !== null) sketches.push(sketch);
      }
      while ((sketches[0]?.day ?? today) < today - sketchDays) sketches.shift();
    }
  }

  /** Samples that arrive late change finished days, from that of the bin `from` on. */
  #sketchAgain(from: number): void {
    const first = Math.max(Math.floor(from / binsPerDay), Math.ceil((this.end - ringBins) / binsPerDay));
    for (const { sketches } of this.containers.values()) {
      while ((sketches.at(-1)?.day ?? -1) >= first) sketches.pop();
    }
    this.#sketchFinishedDays(this.end);
  }
}
