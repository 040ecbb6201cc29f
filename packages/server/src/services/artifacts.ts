import type { Artifact } from '@trimtab/core';
import { HttpError } from '../http/errors.ts';
import type { ArtifactNote, Clock, Store, TargetRecord } from '../ports/index.ts';
import type { Stored } from './observed-store.ts';
import { isJsonObject, type JsonObject, mergeObject } from './merge-patch.ts';

/** What the server keeps beside its answers: today, the recommender's state of every target. */
export type Artifacts = {
  list(): Promise<readonly Artifact[]>;
  /** Null when there is none of that name. */
  get(name: string): Promise<Artifact | null>;
  /** Changes what operators may: everything but the recommender's own fields. Null when there is none of that name. */
  patch(name: string, patch: JsonObject): Promise<Artifact | null>;
};

const kind = 'recommender-state';
/** Written by the recommender; a patch of them would be lost with its next sample. */
const own: ReadonlySet<string> = new Set(['version', 'encoding', 'state', 'state_bytes']);
const mostNoteCharacters = 64 * 1024;

export function createArtifacts(
  { targets, states, artifacts }: Store,
  stored: () => Promise<Stored>,
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
      ...summary(record),
      content: {
        ...(note === null ? {} : contentOf(note.content)),
        version: state?.version ?? null,
        encoding: 'base64',
        state: state === null ? null : base64(state.bytes),
        state_bytes: state?.bytes.byteLength ?? 0,
      },
    };
  };
  return {
    list: async () => (await stored()).records.map(summary),
    async get(name) {
      const record = await recordOf(name);
      return record === null ? null : whole(record, await artifacts.get(name));
    },
    async patch(name, patch) {
      const record = await recordOf(name);
      if (record === null) return null;
      const refused = Object.keys(patch).find((key) => own.has(key));
      if (refused !== undefined) {
        throw new HttpError(400, `In the body, ${refused} is written by the recommender and cannot be changed.`);
      }
      const note = await artifacts.change(name, clock.now(), (content) => {
        const next = JSON.stringify(mergeObject(contentOf(content), patch));
        if (next.length > mostNoteCharacters) {
          throw new HttpError(413, 'What is written beside an artifact must not be larger than 64 KiB.');
        }
        return next;
      });
      return whole(record, note);
    },
  };
}

const summary = ({ namespace, name, kind: workload, enrolledAt }: TargetRecord): Artifact => ({
  name: `${kind}.${namespace}.${name}`,
  kind,
  created: new Date(enrolledAt).toISOString(),
  labels: { namespace, name, kind: workload },
});

function contentOf(text: string | null): JsonObject {
  const content: unknown = text === null ? {} : JSON.parse(text);
  return isJsonObject(content) ? content : {};
}

/** In pieces: a call takes only so many arguments. */
function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCodePoint(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}
