import { SourceError } from '../ports/index.ts';

/** A refusal with its status. Every sentence is safe to show: no stack, no address, no secret. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly messages: readonly string[];
  headers: Readonly<Record<string, string>> = {};

  constructor(status: number, message: string, ...more: string[]) {
    super(message);
    this.status = status;
    this.messages = [message, ...more];
  }

  /** What the answer says beside its status, such as when to come back. */
  withHeaders(headers: Readonly<Record<string, string>>): this {
    this.headers = headers;
    return this;
  }
}

/** Which of the two sources a failed question went to: the first sentence an operator reads names it. */
export function sourceFailed(source: 'cluster' | 'metrics', error: unknown): HttpError {
  const [status, detail] =
    error instanceof SourceError ? [error.timedOut ? 504 : 502, error.message] : [502, 'It failed unexpectedly.'];
  return new HttpError(status, `${source} source unavailable`, detail);
}

/** Waits for a source's answer, and names the source when there is none. */
export async function fromSource<T>(source: 'cluster' | 'metrics', answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof HttpError || isAbort(error)) throw error;
    throw sourceFailed(source, error);
  }
}

export const isAbort = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
