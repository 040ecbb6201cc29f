import * as z from './lazy.ts';
import { openEnum } from './measure.ts';

type End = 'complete' | 'limit' | 'failed';

/** One line of a container's log, or the last one, which says why there are no more. */
export const podLogLineSchema = z.union([
  z.object({
    /** When the container wrote it: RFC 3339 with up to nine fractional digits; null for a line of the node itself. */
    at: z.nullable(z.string()),
    text: z.string(),
  }),
  z.object({
    /**
     * `complete`: the log has all requested lines. `limit`: the log is longer than one answer. `failed`: reading it
     * failed, and any other value.
     */
    end: z.pipe(
      openEnum(['complete', 'limit', 'failed']),
      z.transform((sent): End => (sent === 'complete' || sent === 'limit' ? sent : 'failed')),
    ),
    /** A sentence for the user; absent when complete. */
    reason: z.optional(z.string()),
  }),
]);
export type PodLogLine = z.output<typeof podLogLineSchema>;
