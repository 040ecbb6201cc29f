import type { Artifact } from '@trimtab/core';
import { type ArtifactNote, type Clock, DomainError, type Store, type TargetRecord } from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import { isJsonObject, type JsonObject, mergeObject } from './merge-patch.ts';

/** What the server keeps beside its answers: today, the recommender's state of every target. */
export type Artifacts = {
  list(): Promise<readonly Artifact[]>;
  /** Null when there is none of that name. */
  get(name: string): Promise<Artifact | null>;
  /**
   * Merges into what `get` answers (RFC 7396), as far as operators may change it: labels and content, but for what the
   * server itself writes there. Null when there is none of that name.
   */
  patch(name: string, patch: JsonObject): Promise<Artifact | null>;
};

const kind = 'recommender-state';
/** Written by the server; a patch of them would be lost with the next sample. */
const own: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['labels', new Set(['namespace', 'name', 'kind'])],
  ['content', new Set(['version', 'encoding', 'state', 'state_bytes'])],
]);
const mostNoteCharacters = 64 * 1024;

export function createArtifacts(
  { targets, states, artifacts }: Store,
  stored: () => Promise<StoredState>,
  clock: Clock,
): Artifacts {
  /** A name is looked up, and never part of a path. */
  const recordOf = async (name: string): Promise<TargetRecord | null> => {
    // A namespace has no dot in it, a workload may.
    const [, namespace, target] = /^recommender-state\.([^.]+)\.(.+)$/s.exec(name) ?? [];
    return namespace === undefined || target === undefined ? null : targets.get(namespace, target);
  };
  const whole = async (record: TargetRecord, note: ArtifactNote | null): Promise<Artifact> => {
    const state = (await states?.get(record.namespace, record.name)) ?? null;
    return {
      ...summary(record, note),
      content: {
        ...partOf(note, 'content'),
        version: state?.version ?? null,
        encoding: 'base64',
        state: state === null ? null : base64(state.bytes),
        state_bytes: state?.bytes.byteLength ?? 0,
      },
    };
  };
  return {
    async list() {
      const notes = new Map((await artifacts.list()).map((note) => [note.name, note]));
      return (await stored()).records.map((record) => summary(record, notes.get(nameOf(record)) ?? null));
    },
    async get(name) {
      const record = await recordOf(name);
      return record === null ? null : whole(record, await artifacts.get(name));
    },
    async patch(name, patch) {
      const record = await recordOf(name);
      if (record === null) return null;
      refuseOwn(patch);
      const note = await artifacts.change(name, clock.now(), (content) => {
        const next = JSON.stringify(mergeObject(parsed(content), patch));
        if (next.length > mostNoteCharacters) {
          throw new DomainError('tooLarge', 'What is written beside an artifact must not be larger than 64 KiB.');
        }
        return next;
      });
      return whole(record, note);
    },
  };
}

const nameOf = ({ namespace, name }: TargetRecord): string => `${kind}.${namespace}.${name}`;

const summary = (record: TargetRecord, note: ArtifactNote | null): Artifact => ({
  name: nameOf(record),
  kind,
  created: new Date(record.enrolledAt).toISOString(),
  labels: { ...partOf(note, 'labels'), namespace: record.namespace, name: record.name, kind: record.kind },
});

function refuseOwn(patch: JsonObject): void {
  for (const [part, value] of Object.entries(patch)) {
    const written = own.get(part);
    if (written === undefined) {
      throw new DomainError('invalid', `In the body, ${part} cannot be changed: only labels and content can.`);
    }
    if (value === null) continue;
    if (!isJsonObject(value)) throw new DomainError('invalid', `In the body, ${part} must be of type object.`);
    const refused = Object.keys(value).find((key) => written.has(key));
    if (refused !== undefined) {
      throw new DomainError(
        'invalid',
        `In the body, ${part}.${refused} is written by the server and cannot be changed.`,
      );
    }
    const other = part === 'labels' ? Object.keys(value).find((key) => !isLabel(value[key])) : undefined;
    if (other !== undefined)
      throw new DomainError('invalid', `In the body, labels.${other} must be a text, or null to remove it.`);
  }
}

const isLabel = (value: unknown): boolean => value === null || typeof value === 'string';

/** What operators wrote beside an artifact, in the shape of the artifact. */
function parsed(text: string | null): JsonObject {
  const written: unknown = text === null ? {} : JSON.parse(text);
  return isJsonObject(written) ? written : {};
}

function partOf(note: ArtifactNote | null, part: 'labels' | 'content'): JsonObject {
  const value = parsed(note?.content ?? null)[part];
  return isJsonObject(value) ? value : {};
}

/** In pieces: a call takes only so many arguments. */
function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCodePoint(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}
