/**
 * The part of Prometheus remote write 1.0 that the tests need: a protobuf `WriteRequest` of `TimeSeries` with labels
 * (field 1) and samples (field 2), in a snappy block of literals only, which every reader accepts.
 */

/** A NaN with these bits is Prometheus's staleness marker: the series has ended. */
const staleBits = 0x7ff0000000000002n;
/** A value that marks the end of a series. */
export const stale = Symbol('stale');

export type Write = {
  readonly labels: Uint8Array;
  readonly samples: readonly (readonly [timeMs: number, value: number | typeof stale])[];
};

const text = new TextEncoder();

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return bytes;
}

function field(number: number, content: ArrayLike<number>): number[] {
  return [(number << 3) | 2, ...varint(content.length), ...Array.from(content)];
}

/** The encoded labels of a series, reused in every request. Prometheus requires them sorted by name. */
export function encodeLabels(labels: ReadonlyMap<string, string>): Uint8Array {
  const names = [...labels.keys()].toSorted();
  return Uint8Array.from(
    names.flatMap((name) =>
      field(1, [...field(1, text.encode(name)), ...field(2, text.encode(labels.get(name) ?? ''))]),
    ),
  );
}

/** Tag and length (2), value tag and double (9), time tag (1), and a varint of 6 bytes for any time from 2004 to 2109. */
const sampleBytes = 18;
const timeBytes = 6;

/** A `WriteRequest` in a snappy block. */
function encodeWrite(writes: readonly Write[]): Uint8Array<ArrayBuffer> {
  const lengths = writes.map(({ labels, samples }) => labels.length + samples.length * sampleBytes);
  const heads = lengths.map((length) => [0x0a, ...varint(length)]);
  const size = lengths.reduce((sum, length, index) => sum + length + (heads[index]?.length ?? 0), 0);
  const preamble = [...varint(size), 63 << 2, ...[0, 8, 16, 24].map((shift) => ((size - 1) >>> shift) & 0xff)];
  const bytes = new Uint8Array(preamble.length + size);
  const view = new DataView(bytes.buffer);
  bytes.set(preamble);
  let at = preamble.length;
  for (const [index, { labels, samples }] of writes.entries()) {
    const head = heads[index] ?? [];
    bytes.set(head, at);
    bytes.set(labels, at + head.length);
    at += head.length + labels.length;
    for (const [time, value] of samples) {
      bytes[at] = 0x12;
      bytes[at + 1] = sampleBytes - 2;
      bytes[at + 2] = 0x09;
      if (value === stale) view.setBigUint64(at + 3, staleBits, true);
      else view.setFloat64(at + 3, value, true);
      bytes[at + 11] = 0x10;
      let rest = time;
      for (let byte = 0; byte < timeBytes; byte += 1) {
        bytes[at + 12 + byte] = (rest % 0x80) | (byte < timeBytes - 1 ? 0x80 : 0);
        rest = Math.floor(rest / 0x80);
      }
      at += sampleBytes;
    }
  }
  return bytes;
}

/** Sends one request. Prometheus answers 204, or an error text. */
export async function remoteWrite(url: string, writes: readonly Write[]): Promise<void> {
  const response = await fetch(`${url}/api/v1/write`, {
    method: 'POST',
    headers: {
      'Content-Encoding': 'snappy',
      'Content-Type': 'application/x-protobuf',
      'X-Prometheus-Remote-Write-Version': '0.1.0',
    },
    body: encodeWrite(writes),
    signal: AbortSignal.timeout(240_000),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`Prometheus rejected a remote write (HTTP ${response.status}): ${answer.trim()}`);
}
