import type { Principal } from './principal.ts';

/** For which principal a source is read. Answers are cached for that principal alone (docs/decisions/0009). */
export type RequestContext = {
  /** Identifies the principal in caches. */
  readonly principal: string;
  /** Tells clients of one principal apart, where they must not share. */
  readonly client?: string | undefined;
  readonly signal?: AbortSignal | undefined;
};

// The prefix keeps a token's subject from colliding with the server's own principal.
export const contextOf = ({ subject }: Principal, signal: AbortSignal, client: string): RequestContext => ({
  principal: `caller ${subject}`,
  client,
  signal,
});

/** For background work: the server reads sources as its own principal, and shares these answers with no caller. */
export const serverContext = (signal?: AbortSignal): RequestContext => ({ principal: 'server', signal });
