import type { TargetState } from '../../ports/index.ts';
import { type DaySketch, sketchSlices } from './day-sketch.ts';
import { StepSeries } from './step-series.ts';
import { newRing, type Ring, ringBins, TargetUsage } from './target-usage.ts';

/** Of the encoding below; another one is left alone and made anew. */
const stateVersion = 1;

const resources = ['cpu', 'memory'] as const;
const checksumBytes = 4;
const lengthBytes = 4;

type KeptSteps = readonly (readonly [number, number | null])[];
type KeptSketch = readonly [day: number, samples: number, maximum: number, ...slices: number[]];
type Header = {
  readonly kind: string;
  readonly end: number;
  readonly containers: readonly {
    readonly name: string;
    readonly cpu: readonly KeptSketch[];
    readonly memory: readonly KeptSketch[];
  }[];
  readonly requested: { readonly cpu: KeptSteps; readonly memory: KeptSteps };
  readonly readyReplicas: KeptSteps;
  readonly kills: TargetUsage['kills'];
};

/**
 * A target's memory as bytes: a CRC-32 of all that follows, the length of a JSON header, the header, and the rings as
 * 32-bit floats, little-endian: those of each container in the header's order, CPU before memory, then the totals.
 */
export function encodeState(memory: TargetUsage): TargetState {
  const { namespace, name, kind } = memory.identity;
  const header: Header = {
    kind,
    end: memory.end,
    containers: [...memory.containers].map(([container, { sketches }]) => ({
      name: container,
      cpu: sketches.cpu.map(keptSketch),
      memory: sketches.memory.map(keptSketch),
    })),
    requested: { cpu: keptSteps(memory.requested.cpu), memory: keptSteps(memory.requested.memory) },
    readyReplicas: keptSteps(memory.readyReplicas),
    kills: memory.kills,
  };
  const text = new TextEncoder().encode(JSON.stringify(header));
  const rings = [...memory.containers.values()]
    .flatMap((container) => [container.rings.cpu, container.rings.memory])
    .concat(memory.total.cpu, memory.total.memory);
  const bytes = new Uint8Array(checksumBytes + lengthBytes + text.length + rings.length * ringBins * 4);
  const view = new DataView(bytes.buffer);
  view.setUint32(checksumBytes, text.length, true);
  bytes.set(text, checksumBytes + lengthBytes);
  let at = checksumBytes + lengthBytes + text.length;
  for (const ring of rings) {
    for (const value of ring) {
      view.setFloat32(at, value, true);
      at += 4;
    }
  }
  view.setUint32(0, checksum(bytes.subarray(checksumBytes)), true);
  return { namespace, name, version: stateVersion, bytes };
}

/** The memory that was encoded; null when the bytes are another version's, were cut, or are not what was written. */
export function decodeState({ namespace, name, version, bytes }: TargetState): TargetUsage | null {
  if (version !== stateVersion || bytes.length < checksumBytes + lengthBytes) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== checksum(bytes.subarray(checksumBytes))) return null;
  const headerLength = view.getUint32(checksumBytes, true);
  const ringsAt = checksumBytes + lengthBytes + headerLength;
  // The checksum holds: these bytes were written here, by this version, and have its shape.
  const header: Header = JSON.parse(new TextDecoder().decode(bytes.subarray(checksumBytes + lengthBytes, ringsAt)));
  if (bytes.length !== ringsAt + (header.containers.length + 1) * 2 * ringBins * 4) return null;
  let at = ringsAt;
  const nextRing = (ring: Ring): Ring => {
    for (let bin = 0; bin < ringBins; bin++, at += 4) ring[bin] = view.getFloat32(at, true);
    return ring;
  };
  const memory = new TargetUsage({ namespace, name, kind: header.kind }, header.end, {
    requested: { cpu: stepsOf(header.requested.cpu), memory: stepsOf(header.requested.memory) },
    readyReplicas: stepsOf(header.readyReplicas),
  });
  for (const container of header.containers) {
    memory.containers.set(container.name, {
      rings: { cpu: nextRing(newRing()), memory: nextRing(newRing()) },
      sketches: { cpu: container.cpu.map(sketchOf), memory: container.memory.map(sketchOf) },
    });
  }
  for (const resource of resources) nextRing(memory.total[resource]);
  memory.kills = header.kills;
  return memory;
}

// NaN is not JSON; null stands for it.
const keptSteps = (steps: StepSeries): KeptSteps =>
  steps.entries().map(([start, value]) => [start, Number.isNaN(value) ? null : value]);

const stepsOf = (kept: KeptSteps): StepSeries =>
  StepSeries.of(kept.map(([start, value]) => [start, value ?? Number.NaN]));

const keptSketch = ({ day, samples, maximum, slices }: DaySketch): KeptSketch => [day, samples, maximum, ...slices];

function sketchOf([day, samples, maximum, ...slices]: KeptSketch): DaySketch {
  return { day, samples, maximum, slices: Float32Array.from(slices.slice(0, sketchSlices)) };
}

let crcTable: Uint32Array | null = null;

/** CRC-32 (ISO 3309), which finds every cut and nearly every flipped bit; nobody forges their own disk. */
function checksum(bytes: Uint8Array): number {
  crcTable ??= Uint32Array.from({ length: 256 }, (_, index) => {
    let value = index;
    for (let bit = 0; bit < 8; bit++) value = (value & 1) === 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1;
    return value >>> 0;
  });
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) crc = ((crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)) >>> 0;
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}
