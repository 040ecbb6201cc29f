import { resourceNames } from '@trimtab/core';
import type { TargetState } from '../../ports/index.ts';
import { type DaySketch, sketchSlices } from './day-sketch.ts';
import { StepSeries } from './step-series.ts';
import { newRing, type Ring, ringBins, TargetUsage } from './target-usage.ts';

/** The version of the encoding below. Version 1 also has sketches of CPU, which are skipped. */
const stateVersion = 2;
const readableVersions: readonly number[] = [1, stateVersion];

const checksumBytes = 4;
const lengthBytes = 4;

type EncodedSteps = readonly (readonly [number, number | null])[];
type EncodedSketch = readonly [day: number, samples: number, maximum: number, ...slices: number[]];
type Header = {
  readonly kind: string;
  readonly end: number;
  readonly containers: readonly {
    readonly name: string;
    readonly memory: readonly EncodedSketch[];
  }[];
  readonly requested: { readonly cpu: EncodedSteps; readonly memory: EncodedSteps };
  readonly readyReplicas: EncodedSteps;
  readonly kills: TargetUsage['kills'];
};

/**
 * A target's usage as bytes: a CRC-32 of everything after it, the length of a JSON header, the header, and the ring
 * buffers as little-endian 32-bit floats. The buffers of each container come in the header's order, CPU before memory,
 * then the totals.
 */
export function encodeState(usage: TargetUsage): TargetState {
  const { namespace, name, kind } = usage.identity;
  const header: Header = {
    kind,
    end: usage.end,
    containers: [...usage.containers].map(([container, { sketches }]) => ({
      name: container,
      memory: sketches.map(encodeSketch),
    })),
    requested: { cpu: encodeSteps(usage.requested.cpu), memory: encodeSteps(usage.requested.memory) },
    readyReplicas: encodeSteps(usage.readyReplicas),
    kills: usage.kills,
  };
  const text = new TextEncoder().encode(JSON.stringify(header));
  const rings = [...usage.containers.values()]
    .flatMap((container) => [container.rings.cpu, container.rings.memory])
    .concat(usage.total.cpu, usage.total.memory);
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

/** Null for bytes of another version, and for truncated or damaged bytes. */
export function decodeState({ namespace, name, version, bytes }: TargetState): TargetUsage | null {
  if (!readableVersions.includes(version) || bytes.length < checksumBytes + lengthBytes) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== checksum(bytes.subarray(checksumBytes))) return null;
  const headerLength = view.getUint32(checksumBytes, true);
  const ringsAt = checksumBytes + lengthBytes + headerLength;
  // The checksum is correct, so this server or an older one wrote these bytes and they have this shape.
  const header: Header = JSON.parse(new TextDecoder().decode(bytes.subarray(checksumBytes + lengthBytes, ringsAt)));
  if (bytes.length !== ringsAt + (header.containers.length + 1) * 2 * ringBins * 4) return null;
  let at = ringsAt;
  const nextRing = (ring: Ring): Ring => {
    for (let bin = 0; bin < ringBins; bin++, at += 4) ring[bin] = view.getFloat32(at, true);
    return ring;
  };
  const usage = new TargetUsage({ namespace, name, kind: header.kind }, header.end, {
    requested: { cpu: decodeSteps(header.requested.cpu), memory: decodeSteps(header.requested.memory) },
    readyReplicas: decodeSteps(header.readyReplicas),
  });
  for (const container of header.containers) {
    usage.containers.set(container.name, {
      rings: { cpu: nextRing(newRing()), memory: nextRing(newRing()) },
      sketches: container.memory.map(decodeSketch),
    });
  }
  for (const resource of resourceNames) nextRing(usage.total[resource]);
  usage.kills = header.kills;
  return usage;
}

// JSON has no NaN; null replaces it.
const encodeSteps = (steps: StepSeries): EncodedSteps =>
  steps.entries().map(([start, value]) => [start, Number.isNaN(value) ? null : value]);

const decodeSteps = (kept: EncodedSteps): StepSeries =>
  StepSeries.of(kept.map(([start, value]) => [start, value ?? Number.NaN]));

const encodeSketch = ({ day, samples, maximum, slices }: DaySketch): EncodedSketch => [
  day,
  samples,
  maximum,
  ...slices,
];

function decodeSketch([day, samples, maximum, ...slices]: EncodedSketch): DaySketch {
  return { day, samples, maximum, slices: Float32Array.from(slices.slice(0, sketchSlices)) };
}

let crcTable: Uint32Array | null = null;

/** CRC-32 (ISO 3309). It detects truncation and nearly all bit errors, but does not protect against forgery. */
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
