import { asText, type Json, type JsonObject } from './json.ts';

/** A field of a message by its number: text, or another message. */
type Fields = { readonly [field: number]: readonly [name: string, content: 'text' | Fields] };

const resourceAttributes: Fields = Object.fromEntries(
  ['namespace', 'verb', 'group', 'version', 'resource', 'subresource', 'name'].map((name, index) => [
    index + 1,
    [name, 'text'] as const,
  ]),
);
const nonResourceAttributes: Fields = { 1: ['path', 'text'], 2: ['verb', 'text'] };
const specs: Readonly<Record<string, Fields>> = {
  SelfSubjectAccessReview: {
    1: ['resourceAttributes', resourceAttributes],
    2: ['nonResourceAttributes', nonResourceAttributes],
  },
  SelfSubjectRulesReview: { 1: ['namespace', 'text'] },
};
const typeMeta: Fields = { 1: ['apiVersion', 'text'], 2: ['kind', 'text'] };
const mark = Buffer.from('k8s\0');

/** The reviews of `kubectl auth can-i`, which kubectl sends in no other form; null for all other kinds. */
export function readReview(body: Buffer): JsonObject | null {
  if (!body.subarray(0, mark.length).equals(mark)) return null;
  const envelope = partsOf(body.subarray(mark.length));
  const meta = read(envelope.get(1) ?? Buffer.alloc(0), typeMeta);
  const spec = specs[asText(meta['kind'])];
  if (spec === undefined) return null;
  const content = partsOf(envelope.get(2) ?? Buffer.alloc(0));
  return { ...meta, spec: read(content.get(2) ?? Buffer.alloc(0), spec) };
}

function read(message: Buffer, fields: Fields): JsonObject {
  return Object.fromEntries(
    [...partsOf(message)].flatMap(([number, part]): [string, Json][] => {
      const [name, content] = fields[number] ?? [];
      if (name === undefined || content === undefined) return [];
      return [[name, content === 'text' ? part.toString('utf8') : read(part, content)]];
    }),
  );
}

/** The texts and messages in a message, by their field. Numbers are skipped: none of the fields above is one. */
function partsOf(message: Buffer): Map<number, Buffer> {
  const parts = new Map<number, Buffer>();
  let at = 0;
  const number = (): number => {
    for (let value = 0, shift = 0; ; shift += 7, at += 1) {
      const byte = message[at] ?? 0;
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) {
        at += 1;
        return value;
      }
    }
  };
  while (at < message.length) {
    const key = number();
    const value = number();
    if ((key & 7) !== 2) continue;
    parts.set(key >> 3, message.subarray(at, at + value));
    at += value;
  }
  return parts;
}
