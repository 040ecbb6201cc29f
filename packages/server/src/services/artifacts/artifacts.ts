import { type Artifact, isRecord } from '@trimtab/core';
import { type ArtifactNote, type Clock, DomainError, type Store, type TargetRecord } from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import { type JsonObject, mergeObject } from './merge-patch.ts';

const kind = 'recommender-state';
/** The keys that the server writes. The next sample would overwrite a patch of them. */
const serverKeys: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['labels', new Set(['namespace', 'name', 'kind'])],
  ['content', new Set(['version', 'encoding', 'state', 'state_bytes'])],
]);
const mostNoteCharacters = 64 * 1024;

/** Data that the server stores for itself: the usage history of every target. */
export function createArtifacts(
  { states, artifacts }: Pick<Store, 'states' | 'artifacts'>,
  stored: () => Promise<StoredState>,
  clock: Clock,
) {
  /** Names are not taken apart, because a workload and a namespace with its cluster may contain a dot. */
  const recordOf = async (name: string): Promise<TargetRecord | null> =>
    (await stored()).records.find((record) => nameOf(record) === name) ?? null;
  const fullArtifact = async (record: TargetRecord, note: ArtifactNote | null): Promise<Artifact> => {
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
    async list(): Promise<readonly Artifact[]> {
      const notes = new Map((await artifacts.list()).map((note) => [note.name, note]));
      return (await stored()).records.map((record) => summary(record, notes.get(nameOf(record)) ?? null));
    },
    /** Null if there is no artifact of that name. */
    async get(name: string): Promise<Artifact | null> {
      const record = await recordOf(name);
      return record === null ? null : fullArtifact(record, await artifacts.get(name));
    },
    /** Applies a JSON merge patch (RFC 7396) to labels and content, except for the keys that the server writes. */
    async patch(name: string, patch: JsonObject): Promise<Artifact | null> {
      const record = await recordOf(name);
      if (record === null) return null;
      rejectServerKeys(patch);
      const note = await artifacts.change(name, clock.now(), (content) => {
        const next = JSON.stringify(mergeObject(parsed(content), patch));
        if (next.length > mostNoteCharacters) {
          throw new DomainError('tooLarge', 'The labels and content of an artifact must not be larger than 64 KiB.');
        }
        return next;
      });
      return fullArtifact(record, note);
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

function rejectServerKeys(patch: JsonObject): void {
  for (const [part, value] of Object.entries(patch)) {
    const written = serverKeys.get(part);
    if (written === undefined) {
      throw new DomainError('invalid', `In the body, ${part} cannot be changed: only labels and content can.`);
    }
    if (value === null) continue;
    if (!isRecord(value)) throw new DomainError('invalid', `In the body, ${part} must be of type object.`);
    const refused = Object.keys(value).find((key) => written.has(key));
    if (refused !== undefined) {
      throw new DomainError(
        'invalid',
        `In the body, ${part}.${refused} is written by the server and cannot be changed.`,
      );
    }
    const other = part === 'labels' ? Object.keys(value).find((key) => !isLabel(value[key])) : undefined;
    if (other !== undefined)
      throw new DomainError('invalid', `In the body, labels.${other} must be a string, or null to remove it.`);
  }
}

const isLabel = (value: unknown): boolean => value === null || typeof value === 'string';

/** The labels and content that operators set, in the shape of the artifact. */
function parsed(text: string | null): JsonObject {
  const written: unknown = text === null ? {} : JSON.parse(text);
  return isRecord(written) ? written : {};
}

function partOf(note: ArtifactNote | null, part: 'labels' | 'content'): JsonObject {
  const value = parsed(note?.content ?? null)[part];
  return isRecord(value) ? value : {};
}

/** In chunks, because the number of arguments of a call is limited. */
function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCodePoint(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}
