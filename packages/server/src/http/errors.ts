import {
  DomainError,
  type DomainErrorKind,
  isAbort,
  StoreError,
  StoreUnreachableError,
  UnauthenticatedError,
} from '../ports/index.ts';

/** A response other than success. Every sentence may be shown to users: it contains no stack, address or secret. */
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

  /** Adds response headers, such as retry-after. */
  withHeaders(headers: Readonly<Record<string, string>>): this {
    this.headers = headers;
    return this;
  }
}

const statuses: Readonly<Record<DomainErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  // Clients rely on this status and on the text that comes with it.
  workloadMissing: 500,
  sourceFailed: 502,
  unavailable: 503,
  sourceTimedOut: 504,
};

/** The response to an expected error; null for an unexpected one. */
export function toHttpError(error: unknown): HttpError | null {
  if (error instanceof HttpError) return error;
  if (error instanceof DomainError) {
    const [message = error.message, ...more] = error.messages;
    const httpError = new HttpError(statuses[error.kind], message, ...more);
    return error instanceof UnauthenticatedError
      ? httpError.withHeaders({ 'www-authenticate': error.challenge })
      : httpError;
  }
  if (error instanceof StoreError) {
    return new HttpError(error instanceof StoreUnreachableError ? 503 : 500, error.message);
  }
  if (isAbort(error)) return new HttpError(504, 'The answer took too long. Try again.');
  return null;
}

export const errorResponse = ({ status, messages, headers }: HttpError): Response =>
  Response.json({ errors: messages }, { status, headers: { ...headers, 'cache-control': 'no-store' } });

/** The response to an error that the server does not expect. The caller must log the error first. */
export const unexpectedErrorResponse = (): Response =>
  errorResponse(new HttpError(500, 'The server failed unexpectedly. Its log contains the reason.'));

export const onlyGetAndHead = (): HttpError =>
  new HttpError(405, 'Only GET and HEAD are allowed here.').withHeaders({ allow: 'GET, HEAD' });
