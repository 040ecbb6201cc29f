import type { Principal } from './principal.ts';

/**
 * The principal for which a source is read. Answers are cached for this principal only
 * (docs/decisions/0009-cache-answers-per-principal.md).
 */
export type RequestContext = {
  /** Identifies the principal in caches. */
  readonly principal: string;
  /** Distinguishes clients of one principal that must not share data. */
  readonly client?: string | undefined;
  readonly signal?: AbortSignal | undefined;
};

// The prefix keeps a token's subject from colliding with the server's own principal.
export const contextOf = ({ subject }: Principal, signal: AbortSignal, client: string): RequestContext => ({
  principal: `caller ${subject}`,
  client,
  signal,
});

/** For background work. The server reads sources as its own principal, and shares these answers with no caller. */
export const serverContext = (signal?: AbortSignal): RequestContext => ({ principal: 'server', signal });
