import {
  AddressError,
  ApiError,
  CanceledError,
  InvalidResponseError,
  isWorkloadMissing,
  NetworkError,
  RequiredParameterError,
  TimeoutError,
  workloadMissingText,
} from '@trimtab/core';
import { type ExitCode, exitCode } from './exit-code.ts';
import { CliError, type Failure } from './failure.ts';
import { isLoopback } from './http/certificates.ts';
import { errorCodeOf } from './http/error-code.ts';
import { type ProxyError, proxyErrorOf } from './http/proxy-errors.ts';
import { movedApi, RedirectError } from './http/redirect.ts';
import { escapeUnsafe } from './output/sanitize.ts';
import { ignoreClosedPipe, isClosedPipe, writeErrorMessage } from './output/write-error.ts';
import { createWriter, type OutputStream, type Writer } from './output/writer.ts';

const causes = new Map([
  ['ECONNREFUSED', 'the connection was refused'],
  ['ENOTFOUND', 'there is no host with this name'],
  ['EAI_AGAIN', 'the host name could not be resolved'],
  ['ECONNRESET', 'the connection was closed'],
  ['EHOSTUNREACH', 'the host cannot be reached'],
  ['ENETUNREACH', 'the network cannot be reached'],
]);

/** Node's error codes for certificates that it does not trust. */
const certificateCauses = new Map([
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate was issued by an unknown authority'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'its certificate was issued by an unknown authority'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'its certificate was issued by an unknown authority'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is self-signed'],
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate was issued for another host'],
]);

const failed = (message: string, next?: string, code: ExitCode = exitCode.api): Failure => ({
  message,
  next,
  exitCode: code,
});

const otherApi = 'use another API with --api URL or TRIMTAB_API';

function redirected(error: RedirectError, api: string): Failure {
  const moved = movedApi(error, api);
  return failed(
    `${api} answered with a redirect to ${error.to}, which trimtab does not follow.`,
    moved === null
      ? `If that is the sign-in page of a proxy, use an address that reaches the API without it, or ${otherApi}.`
      : `If that is your API, set --api or TRIMTAB_API to ${moved}.`,
  );
}

function proxyFailure({ proxy, status, hasPassword, cause }: ProxyError, api: string): Failure {
  const { hostname, protocol } = new URL(api);
  const variable = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const around = `list ${hostname} in NO_PROXY to reach it without a proxy`;
  if (status === 407) {
    const [scheme, host] = proxy.split('//');
    return hasPassword
      ? failed(
          `The proxy ${proxy} rejects the user name and password in ${variable} (407).`,
          `Correct them, or ${around}.`,
        )
      : failed(
          `The proxy ${proxy} requires a user name and password (407).`,
          `Set ${variable}=${scheme}//USER:PASSWORD@${host}, or ${around}.`,
        );
  }
  if (status !== null) {
    return failed(
      `The proxy ${proxy} refused to connect to ${hostname} (${status}).`,
      `Ask its operator, or ${around}.`,
    );
  }
  const code = errorCodeOf(cause);
  const reason = code === null ? '' : `: ${causes.get(code) ?? code}`;
  return failed(`No response from the proxy ${proxy}${reason}.`, `Check ${variable}, or ${around}.`);
}

function noResponse(error: NetworkError, api: string): Failure {
  const proxyError = proxyErrorOf(error);
  if (proxyError !== null) return proxyFailure(proxyError, api);
  if (error instanceof TimeoutError) {
    return failed(`No response from ${api} in time (${error.reason ?? 'timed out'}).`, `Try again, or ${otherApi}.`);
  }
  const certificate = certificateCauses.get(error.reason ?? '');
  if (certificate !== undefined) {
    return failed(
      `${api} is not trusted: ${certificate}.`,
      'Nothing was sent. If the authority is your own, set NODE_EXTRA_CA_CERTS to its certificate file.',
    );
  }
  const cause = error.reason === null ? '' : `: ${causes.get(error.reason) ?? error.reason}`;
  // At an address of this machine, it is a server or a forwarded port.
  const next = isLoopback(api)
    ? 'Is the server running, or has kubectl port-forward ended? Start it again'
    : 'Is the server running? If its name is right and its network is reachable, try again';
  return failed(`No response from ${api}${cause}.`, `${next}, or ${otherApi}.`);
}

const [hourSeconds, daySeconds] = [3_600, 86_400];
const unitSeconds = [
  ['d', daySeconds],
  ['h', hourSeconds],
  ['min', 60],
  ['s', 1],
] as const;

/** A waiting time such as "1 h 5 s". It is never too short, because the server rejects an earlier request. */
function waitText(milliseconds: number): string {
  let rest = Math.ceil(milliseconds / 1_000);
  if (rest > 365 * daySeconds) return 'more than a year';
  if (rest > daySeconds) rest = Math.ceil(rest / hourSeconds) * hourSeconds;
  return unitSeconds
    .flatMap(([unit, seconds]) => {
      const count = Math.floor(rest / seconds);
      rest -= count * seconds;
      return count === 0 ? [] : [`${count} ${unit}`];
    })
    .join(' ');
}

const withoutVersion = (api: string): string =>
  `The address of the API has no /v1: use ${api.slice(0, -'/v1'.length)}.`;

const checkAddress = `Check that this is the address of a Trimtab API, or ${otherApi}.`;

/** For an error without a message of the API, which probably comes from a proxy or from another program. */
function nextStepWithoutMessage({ status, retryAfterMs }: ApiError, api: string): string {
  if (retryAfterMs !== null || status === 429) return waitStep(retryAfterMs);
  if (status === 404 && api.endsWith('/v1')) return withoutVersion(api);
  return status < 500 ? checkAddress : `Try again if the server may be starting. ${checkAddress}`;
}

const waitStep = (retryAfterMs: number | null): string =>
  retryAfterMs === null
    ? 'There were too many requests. Try again later.'
    : `Try again in ${waitText(retryAfterMs)}, as the server asks.`;

function nextStep({ status, requestId, retryAfterMs }: ApiError, api: string): string | undefined {
  if (retryAfterMs !== null || status === 429) return waitStep(retryAfterMs);
  if (status === 400) return 'Check the names and values in the command line.';
  if (status === 403) return 'Ask an administrator for the permission.';
  if (status === 404) return api.endsWith('/v1') ? withoutVersion(api) : 'Check the names in the command line.';
  // A server has no details about a request that it refused as the message says.
  if (status < 500) return undefined;
  if (requestId !== null) return `The server's log contains the details under request ID ${requestId}.`;
  return "Try again. If it still fails, the server's log contains the details.";
}

function apiFailure(error: ApiError, api: string): Failure {
  if (error.status === 401) {
    return failed(
      `${api} requires sign-in.`,
      'Sign in with trimtab login. In scripts set TRIMTAB_TOKEN, or TRIMTAB_ISSUER, TRIMTAB_CLIENT_ID and TRIMTAB_CLIENT_SECRET.',
      exitCode.denied,
    );
  }
  const code = error.status === 403 ? exitCode.denied : exitCode.api;
  // The reason follows the name of the failed source.
  const isSource = error.status === 502 || error.status === 504;
  const reason = (isSource ? error.messages.slice(0, 2).join(': ') : error.messages[0]) ?? '';
  if (reason === '') {
    const message = `${api} answered ${error.status} without a message of the Trimtab API.`;
    return failed(message, nextStepWithoutMessage(error, api), code);
  }
  const message = `The API answered ${error.status}: ${reason.slice(0, 300)}`;
  return failed(/[.!?]$/.test(message) ? message : `${message}.`, nextStep(error, api), code);
}

/** The message, the next step and the exit code for any error. */
export function describeFailure(error: unknown, api: string): Failure {
  if (error instanceof CliError) return error;
  if (error instanceof CanceledError) return failed('Interrupted.', undefined, exitCode.interrupted);
  if (error instanceof NetworkError) return noResponse(error, api);
  if (error instanceof ApiError) {
    const failure = isWorkloadMissing(error)
      ? failed(workloadMissingText(error), 'To un-enroll the target: trimtab cleanup NAMESPACE/NAME')
      : apiFailure(error, api);
    return { ...failure, status: error.status, requestId: error.requestId ?? undefined };
  }
  if (error instanceof RedirectError) return redirected(error, api);
  if (error instanceof InvalidResponseError) {
    return failed(`${api} sent an unexpected response (${error.problem}).`, checkAddress);
  }
  if (error instanceof RequiredParameterError) return failed(`${error.message}.`, 'Nothing was sent.', exitCode.usage);
  if (error instanceof AddressError) return failed(`${error.message}.`, undefined, exitCode.usage);
  if (isUnwritten(error)) return failed(writeErrorMessage(error.code), 'Check for a full disk.');
  return failed(
    `Unexpected error: ${error instanceof Error ? error.message : String(error)}`,
    'This is a bug in trimtab. Please report it with the command line.',
  );
}

/** A failed write to stdout. Errors of files are CliErrors with more details. */
function isUnwritten(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && error.syscall === 'write';
}

async function wrapped(lines: readonly string[], columns: number): Promise<string> {
  const { wrapWords } = await import('./ui/wrap.ts');
  return lines.flatMap((line) => wrapWords(line, columns)).join('\n');
}

/** Prints an error on stderr and returns its exit code. A closed pipe is not an error. */
export async function reportFailure(
  error: unknown,
  { stream, api, asJson }: { stream: OutputStream; api: string; asJson: boolean },
): Promise<ExitCode> {
  if (isClosedPipe(error)) return exitCode.ok;
  const failure = describeFailure(error, api);
  const stderr = createWriter(stream);
  await stderr.text(`${await textOf(failure, stderr, asJson)}\n`).catch(ignoreClosedPipe);
  return failure.exitCode;
}

async function textOf(failure: Failure, { isTerminal, columns }: Writer, asJson: boolean): Promise<string> {
  if (asJson) {
    const { message, details = [], next, status, requestId } = failure;
    return escapeUnsafe(
      JSON.stringify({ errors: [message, ...details], next, status, requestId, exitCode: failure.exitCode }),
    );
  }
  // A message may contain line breaks from a server; it is printed as one line.
  const lines = [`trimtab: ${failure.message}`, ...(failure.details ?? []), failure.next ?? ''].filter(
    (line) => line !== '',
  );
  const whole = lines.map((line) => line.replaceAll('\n', ' '));
  return isTerminal ? await wrapped(whole, columns) : whole.join('\n');
}
