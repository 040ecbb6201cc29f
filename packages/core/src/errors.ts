import { displayText } from './display-text.ts';

/** Base class of all errors that this package throws. `message` is safe to display: it contains no token, query or header. */
export class TrimtabError extends Error {
  override readonly name: string = 'TrimtabError';
}

/** The API answered with a 4xx or 5xx status. */
export class ApiError extends TrimtabError {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The `errors` of the response body. Empty when the body has none, or when its first entry is not a string. */
  readonly messages: readonly string[];
  /** The request id in the server's log (`X-Request-Id`); null when the server sent none. */
  readonly requestId: string | null;
  /** The wait that the server asked for with `Retry-After`, in milliseconds; null when it asked for none. */
  readonly retryAfterMs: number | null;

  constructor(
    status: number,
    messages: readonly string[] = [],
    requestId: string | null = null,
    retryAfter: number | null = null,
  ) {
    super(`The API answered ${status}: ${firstMessage(messages)}`);
    this.status = status;
    this.messages = messages;
    this.requestId = requestId;
    this.retryAfterMs = retryAfter;
  }
}

/** No usable response: connection refused, host not resolved, connection cut off, or blocked by the browser. */
export class NetworkError extends TrimtabError {
  override readonly name: string = 'NetworkError';
  /** Host and port of the request; empty when the address was relative to the page. */
  readonly host: string;
  /** Error code of the platform, such as `ECONNREFUSED`; null when there is none, as in a browser. */
  readonly reason: string | null;

  constructor(host: string, reason: string | null = null, options: { cause?: unknown } = {}) {
    super(`No response from ${host === '' ? 'the server' : host}${reason === null ? '' : ` (${reason})`}`, options);
    this.host = host;
    this.reason = reason;
  }
}

/** The call, including retries, did not finish before its deadline. */
export class TimeoutError extends NetworkError {
  override readonly name = 'TimeoutError';

  constructor(host: string, deadlineMs: number) {
    super(host, `timed out after ${deadlineMs / 1000} s`);
  }
}

/** The response arrived but does not match the contract. */
export class InvalidResponseError extends TrimtabError {
  override readonly name = 'InvalidResponseError';
  /** The problem, without any content of the response. */
  readonly problem: string;

  constructor(problem: string, options: { cause?: unknown } = {}) {
    super('Invalid response from server', options);
    this.problem = problem;
  }
}

/** A required parameter is missing or unusable. Nothing was sent. */
export class RequiredParameterError extends TrimtabError {
  override readonly name = 'RequiredParameterError';
  readonly operation: string;
  readonly parameter: string;

  constructor(operation: string, parameter: string, problem = 'is required') {
    super(`${parameter} ${problem} (${operation})`);
    this.operation = operation;
    this.parameter = parameter;
  }
}

/** The address of the API is invalid, or not safe to send a token to. Nothing was sent. */
export class AddressError extends TrimtabError {
  override readonly name = 'AddressError';
}

/** The caller canceled the call, for example by leaving the page or pressing Ctrl-C. Never shown to the user. */
export class CanceledError extends TrimtabError {
  override readonly name = 'CanceledError';

  constructor(options: { cause?: unknown } = {}) {
    super('The request was canceled', options);
  }
}

const unknownError = 'Unknown error';
const firstMessage = (messages: readonly string[]): string => displayText(messages[0] ?? '') || unknownError;

/**
 * Whether the API reports that the workload of a target does not exist: a 500 whose first message contains both fragments.
 * One fragment alone is an ordinary error.
 */
export function isWorkloadMissing(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.status !== 500) return false;
  const message = error.messages[0] ?? '';
  return message.includes('failed to get target scale:') && message.includes('not found');
}

/** Whether the server does not have the call. Other servers do not have the calls that are extensions. */
export const isMissingCall = (error: unknown): error is ApiError =>
  error instanceof ApiError && [404, 405, 501].includes(error.status);

/** The banner of a target whose workload does not exist: `"web" not found. Has it been renamed or deleted?` */
export function workloadMissingText(error: ApiError): string {
  const quoted = /"[^"]+"/.exec(error.messages[0] ?? '')?.[0];
  return `${displayText(quoted ?? '') || 'Workload'} not found. Has it been renamed or deleted?`;
}

/** Whether a value is the error that the platform throws when a signal is aborted. */
const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/**
 * The text of a toast for an error; null when no toast must be shown.
 * @param error anything that was thrown
 * @returns one line: a prefix and at most 300 characters, without control characters
 */
export function toastText(error: unknown): string | null {
  if (error instanceof CanceledError || isAbort(error) || isWorkloadMissing(error)) return null;
  if (error instanceof ApiError) return `API Error: ${error.status} - ${firstMessage(error.messages)}`;
  if (error instanceof NetworkError) return 'API Error: No response from server.';
  return `API Error: ${firstMessage(error instanceof Error ? [error.message] : [])}`;
}
