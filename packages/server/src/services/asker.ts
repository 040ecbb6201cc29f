import type { Principal } from '../auth/principal.ts';

/** On whose behalf a source is asked, and until when. What it answers is kept for this one alone (docs/decisions/0009). */
export type Asker = {
  readonly who: string;
  readonly signal?: AbortSignal;
};

// The two cannot meet: whatever a token calls its subject, it stands behind a word of ours.
export const askerOf = ({ subject }: Principal, signal: AbortSignal): Asker => ({ who: `caller ${subject}`, signal });

/** The server's own work beside the requests: a principal like any other, which shares its answers with none. */
export const theServer = (signal?: AbortSignal): Asker => ({
  who: 'server',
  ...(signal === undefined ? {} : { signal }),
});
