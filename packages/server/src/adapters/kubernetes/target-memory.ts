import * as z from 'zod/mini';
import { targetSpec } from '../../ports/index.ts';
import { aiScaleTargets, annotationsOf, isReadable, type KeptTarget, unoptimizedOf } from './target-objects.ts';

/** Stores a text for the next start of the server. */
export type TargetMemory = {
  /** Rejects, or resolves to an empty text, if nothing was written yet. */
  readonly read: () => Promise<string>;
  readonly write: (text: string) => Promise<void>;
  /** Whether it is this server, and not another replica, that writes the memory now. Absent: it always is. */
  readonly isOurs?: () => boolean;
};

export type SeenTargets = {
  readonly at: string;
  /** The namespaces whose targets were unknown at that time, with the time at which they were known last. */
  readonly earlier: ReadonlyMap<string, string>;
  readonly kept: readonly KeptTarget[];
};

const seenSchema = z.object({
  at: z.string(),
  earlier: z.prefault(z.array(z.tuple([z.string(), z.string()])), []),
  items: z.array(z.unknown()),
});

/** The targets as text, without the fields that other managers own. */
export const writeSeen = ({ at, earlier, kept }: SeenTargets): string =>
  JSON.stringify({
    at,
    ...(earlier.size > 0 && { earlier: [...earlier] }),
    items: kept.map(({ resource, uid, version, createdAt, record }) => ({
      metadata: {
        name: resource,
        namespace: record.namespace,
        uid,
        resourceVersion: version,
        creationTimestamp: new Date(createdAt).toISOString(),
        annotations: annotationsOf(record),
      },
      spec: targetSpec(record),
      status: record.unoptimized === null ? {} : { unoptimized: unoptimizedOf(record.unoptimized) },
    })),
  });

/** Null if no targets are stored, or if another version of the server stored them. */
export function readSeen(text: string): SeenTargets | null {
  try {
    const { at, earlier, items } = seenSchema.parse(JSON.parse(text));
    const kept = items.map(aiScaleTargets.read).filter(isReadable);
    return kept.length === 0 ? null : { at, earlier: new Map(earlier), kept };
  } catch {
    return null;
  }
}
