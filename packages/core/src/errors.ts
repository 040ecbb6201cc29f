import { displayText } from './display-text.ts';

/** Every failure that this package throws on purpose. `message` is safe to show: no token, no query, no header. */
export class TrimtabError extends Error {
  override readonly name: string = 'TrimtabError';
}

/** The API answered with a 4xx or 5xx status. */
export class ApiError extends TrimtabError {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The `errors` of the body as they came: empty when the body had none, or when its first entry was no text. */
  readonly messages: readonly string[];
  /** What the server calls this request in its log; null when it did not say. */
  readonly requestId: string | null;

  constructor(status: number, messages: readonly string[] = [], requestId: string | null = null) {
    super(`The API answered ${status}: ${firstMessage(messages)}`);
    this.status = status;
    this.messages = messages;
    this.requestId = requestId;
  }
}

/** Nothing usable came back: refused, unresolved, cut off, blocked. */
export class NetworkError extends TrimtabError {
  override readonly name: string = 'NetworkError';
  /** Host and port that were asked; empty when the address was relative to the page. */
  readonly host: string;
  /** Why, as the platform names it (`ECONNREFUSED`); null when it does not say, as in a browser. */
  readonly reason: string | null;

  constructor(host: string, reason: string | null = null, options: { cause?: unknown } = {}) {
    super(`No response from ${host === '' ? 'the server' : host}${reason === null ? '' : ` (${reason})`}`, options);
    this.host = host;
    this.reason = reason;
  }
}

/** The whole call, retries included, was not done within its deadline. */
export class TimeoutError extends NetworkError {
  override readonly name = 'TimeoutError';

  constructor(host: string, deadlineMs: number) {
    super(host, `timed out after ${deadlineMs / 1000} s`);
  }
}

/** The answer arrived, but it is not what the contract says. */
export class InvalidResponseError extends TrimtabError {
  override readonly name = 'InvalidResponseError';
  /** What was wrong with it, without any of its content. */
  readonly problem: string;

  constructor(problem: string, options: { cause?: unknown } = {}) {
    super('Invalid response from server', options);
    this.problem = problem;
  }
}

/** A parameter without which the call makes no sense is missing or unusable; nothing was sent. */
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

/** The address of the API cannot be used, or is not safe to send a token to; nothing was sent. */
export class AddressError extends TrimtabError {
  override readonly name = 'AddressError';
}

/** The caller gave up: left the page, pressed Ctrl-C. Not a failure, and never shown. */
export class CanceledError extends TrimtabError {
  override readonly name = 'CanceledError';

  constructor(options: { cause?: unknown } = {}) {
    super('The request was canceled', options);
  }
}

const unknownError = 'Unknown error';
const firstMessage = (messages: readonly string[]): string => displayText(messages[0] ?? '') || unknownError;

/**
 * Whether the API says that the workload behind a target is gone: a 500 whose first message has both fragments
 * (console.md section 8). One fragment alone is an ordinary failure.
 */
export function isWorkloadMissing(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.status !== 500) return false;
  const message = error.messages[0] ?? '';
  return message.includes('failed to get target scale:') && message.includes('not found');
}

/** The banner of a target whose workload is gone: `"web" not found. Has it been renamed or deleted?` */
export function workloadMissingText(error: ApiError): string {
  const quoted = /"[^"]+"/.exec(error.messages[0] ?? '')?.[0];
  return `${displayText(quoted ?? '') || 'Workload'} not found. Has it been renamed or deleted?`;
}

/** Whether a value is the platform's own way to say that a signal was aborted. */
const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/**
 * What a failure says in a toast, as the catalog of console.md section 8 has it; null where it must stay silent.
 * @param error anything that was thrown
 * @returns one line of at most 300 characters and a prefix, without control characters
 */
export function toastText(error: unknown): string | null {
  if (error instanceof CanceledError || isAbort(error) || isWorkloadMissing(error)) return null;
  if (error instanceof ApiError) return `API Error: ${error.status} - ${firstMessage(error.messages)}`;
  if (error instanceof NetworkError) return 'API Error: No response from server.';
  return `API Error: ${firstMessage(error instanceof Error ? [error.message] : [])}`;
}
