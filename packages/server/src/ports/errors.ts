export type DomainErrorKind =
  /** The request contradicts itself or the rules of the call. */
  | 'invalid'
  | 'unauthenticated'
  | 'notFound'
  /** The current state does not allow it. */
  | 'conflict'
  | 'tooLarge'
  /** The target is enrolled, but its workload is not in the cluster. */
  | 'workloadMissing'
  | 'sourceFailed'
  | 'sourceTimedOut'
  /** The server cannot do this now. */
  | 'unavailable';

/** An error for the client. Messages are safe to show: they contain no stack, address or secret. */
export class DomainError extends Error {
  override readonly name: string = 'DomainError';
  readonly kind: DomainErrorKind;
  /** At least one sentence; the first is `message`. */
  readonly messages: readonly string[];

  constructor(kind: DomainErrorKind, message: string, ...more: string[]) {
    super(message);
    this.kind = kind;
    this.messages = [message, ...more];
  }
}

/** The request has no valid credentials. */
export class UnauthenticatedError extends DomainError {
  override readonly name = 'UnauthenticatedError';
  /** The value of the response's WWW-Authenticate header (RFC 6750). */
  readonly challenge: string;

  constructor(message: string, challenge: string) {
    super('unauthenticated', message);
    this.challenge = challenge;
  }
}

/** A source did not answer or refused the request. `message` contains no URL and no credentials, so it may be shown. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  /** Whether the source was too slow, rather than broken. */
  readonly timedOut: boolean;

  constructor(message: string, options: { cause?: unknown; timedOut?: boolean } = {}) {
    super(message, { cause: options.cause });
    this.timedOut = options.timedOut ?? false;
  }
}

/** The store cannot be read or written. `message` says what happened and what to do, and may be shown. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** The store does not answer now. The same call may succeed soon. */
export class StoreUnreachableError extends StoreError {}

/** A connector rejected the query itself. `message` may be shown. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
}

export const targetNotFound = (namespace: string, name: string): DomainError =>
  new DomainError('notFound', `There is no target "${name}" in namespace "${namespace}". Enroll the workload first.`);

export const workloadMissing = ({ kind, name }: { readonly kind: string; readonly name: string }): DomainError =>
  // Clients match this text.
  new DomainError('workloadMissing', `failed to get target scale: ${kind} "${name}" not found`);

/** Waits for a source's answer. A failure becomes a domain error whose first sentence names the source. */
export async function fromSource<T>(source: 'cluster' | 'metrics', answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof DomainError || isAbort(error)) throw error;
    const isLate = error instanceof SourceError && error.timedOut;
    throw new DomainError(
      isLate ? 'sourceTimedOut' : 'sourceFailed',
      `${source} source unavailable`,
      sentenceOf(error),
    );
  }
}

/** The reason of a failure for the user. */
export function sentenceOf(error: unknown): string {
  if (error instanceof DomainError) return error.messages.join(': ');
  return error instanceof SourceError ? error.message : 'It failed unexpectedly.';
}

export const isAbort = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');

/** The result of the work. Rejects as soon as the signal aborts, even if the work ignores it and continues. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    // The option `signal` of `addEventListener` would not remove all listeners: Node loses some in a garbage collection.
    // A listener that stays keeps the result in memory for as long as its signal exists.
    signal.removeEventListener('abort', abort);
  }
}

/** @throws DomainError `invalid` unless `start` is before `end`, both in epoch milliseconds */
export function requireStartBeforeEnd(start: number, end: number): void {
  if (start >= end) throw new DomainError('invalid', 'Parameter start must be before end.');
}
