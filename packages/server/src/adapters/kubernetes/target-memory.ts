import * as z from 'zod/mini';
import { aiScaleTargets, annotationsOf, type KeptTarget, specOf, unoptimizedOf } from './target-objects.ts';

/** Keeps a text for the next start of the server. */
export type TargetMemory = {
  /** Rejects before the first write. */
  readonly read: () => Promise<string>;
  readonly write: (text: string) => Promise<void>;
};

export type SeenTargets = { readonly at: string; readonly kept: readonly KeptTarget[] };

const seenSchema = z.object({ at: z.string(), items: z.array(z.unknown()) });

/** The targets as text. What other managers own of them is left out. */
export const writeSeen = ({ at, kept }: SeenTargets): string =>
  JSON.stringify({
    at,
    items: kept.map(({ resource, uid, version, createdAt, record }) => ({
      metadata: {
        name: resource,
        namespace: record.namespace,
        uid,
        resourceVersion: version,
        creationTimestamp: new Date(createdAt).toISOString(),
        annotations: annotationsOf(record),
      },
      spec: specOf(record),
      status: record.unoptimized === null ? {} : { unoptimized: unoptimizedOf(record.unoptimized) },
    })),
  });

/** Null if there are none, or if another version of the server wrote them. */
export function readSeen(text: string): SeenTargets | null {
  try {
    const { at, items } = seenSchema.parse(JSON.parse(text));
    const kept = items.flatMap((item) => aiScaleTargets.read(item) ?? []);
    return kept.length === 0 ? null : { at, kept };
  } catch {
    return null;
  }
}
