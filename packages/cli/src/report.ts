import {
  AddressError,
  ApiError,
  CanceledError,
  InvalidResponseError,
  NetworkError,
  RequiredParameterError,
  TimeoutError,
} from '@trimtab/core';
import type { Surroundings } from './context.ts';
import { type ExitCode, exitCode } from './exit-code.ts';
import { CliError, type Failure } from './failure.ts';
import { isLoopback } from './http/certificates.ts';
import { escapeUnsafe } from './output/sanitize.ts';
import { writeErrorMessage } from './output/write-error.ts';
import { createWriter } from './output/writer.ts';

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

const otherApi = 'use another API with --api URL or TRIMTAB_API';

/** Both HTTP clients have no code for this, only a message; undici has it in the cause. */
function isRedirect(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /\bredirect\b/.test(error.message) || isRedirect(error.cause);
}

function noAnswer(error: NetworkError, api: string): Failure {
  if (error instanceof TimeoutError) {
    return {
      message: `No answer from ${api} in time (${error.reason ?? 'timed out'}).`,
      next: `Try again, or ${otherApi}.`,
      exitCode: exitCode.api,
    };
  }
  const certificate = certificateCauses.get(error.reason ?? '');
  if (certificate !== undefined) {
    return {
      message: `${api} is not trusted: ${certificate}.`,
      next: 'Nothing was sent. If the authority is your own, set NODE_EXTRA_CA_CERTS to its certificate file.',
      exitCode: exitCode.api,
    };
  }
  if (isRedirect(error)) {
    return {
      message: `${api} answered with a redirect, which trimtab does not follow.`,
      next: 'Set --api URL or TRIMTAB_API to the address of the redirect.',
      exitCode: exitCode.api,
    };
  }
  const cause = error.reason === null ? '' : `: ${causes.get(error.reason) ?? error.reason}`;
  // The user can start the server only on this machine.
  const start = isLoopback(api)
    ? 'Start it with npx -y pnpm@12.21.0 start'
    : 'If its name is right and its network is reachable, try again';
  return {
    message: `No answer from ${api}${cause}.`,
    next: `Is the server running? ${start}, or ${otherApi}.`,
    exitCode: exitCode.api,
  };
}

function nextStep({ status, requestId }: ApiError): string | undefined {
  if (status === 429) return 'There were too many requests. Try again in a minute.';
  if (requestId !== null) return `The server's log contains the details under request ID ${requestId}.`;
  return status >= 500 ? "Try again. If it still fails, the server's log contains the details." : undefined;
}

function answeredError(error: ApiError, api: string): Failure {
  const known = { status: error.status, requestId: error.requestId ?? undefined };
  if (error.status === 401) {
    return {
      ...known,
      message: `${api} requires sign-in.`,
      next: 'Sign in with trimtab login. In scripts set TRIMTAB_TOKEN, or TRIMTAB_CLIENT_ID and TRIMTAB_CLIENT_SECRET.',
      exitCode: exitCode.denied,
    };
  }
  const reason = error.messages[0] ?? '';
  const message = `The API answered ${error.status}${reason === '' ? '' : `: ${reason.slice(0, 300)}`}`;
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  if (error.status === 403) {
    return { ...known, message: sentence, next: 'Ask an administrator for the permission.', exitCode: exitCode.denied };
  }
  if (error.status === 404) {
    return {
      ...known,
      message: sentence,
      next:
        reason === '' ? `Check that ${api} is a Trimtab API, or ${otherApi}.` : 'Check the names in the command line.',
      exitCode: exitCode.api,
    };
  }
  const next = nextStep(error);
  return { ...known, message: sentence, next, exitCode: exitCode.api };
}

/** The message, the next step and the exit code for any error. */
export function describeFailure(error: unknown, api: string): Failure {
  if (error instanceof CliError) return error;
  if (error instanceof CanceledError) return { message: 'Interrupted.', exitCode: exitCode.interrupted };
  if (error instanceof NetworkError) return noAnswer(error, api);
  if (error instanceof ApiError) return answeredError(error, api);
  if (error instanceof InvalidResponseError) {
    return {
      message: `${api} sent an unexpected answer (${error.problem}).`,
      next: `Check that this is the address of a Trimtab API, or ${otherApi}.`,
      exitCode: exitCode.api,
    };
  }
  if (error instanceof RequiredParameterError) {
    return { message: `${error.message}.`, next: 'Nothing was sent.', exitCode: exitCode.usage };
  }
  if (isUnwritten(error)) {
    return { message: writeErrorMessage(error.code), next: 'Check for a full disk.', exitCode: exitCode.api };
  }
  if (error instanceof AddressError) return { message: `${error.message}.`, exitCode: exitCode.usage };
  return {
    message: `Unexpected error: ${error instanceof Error ? error.message : String(error)}`,
    next: 'This is a bug in trimtab. Please report it with the command line.',
    exitCode: exitCode.api,
  };
}

/** A failed write to stdout. Errors of files are CliErrors with more details. */
function isUnwritten(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && error.syscall === 'write';
}

type ReportOptions = {
  surroundings: Surroundings;
  api: string;
  asJson: boolean;
};

function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED');
}

async function wrapped(lines: readonly string[], columns: number): Promise<string> {
  const { wrapWords } = await import('./ui/wrap.ts');
  return lines.flatMap((line) => wrapWords(line, columns)).join('\n');
}

/** Prints an error on stderr and returns its exit code. A closed pipe is not an error. */
export async function reportFailure(error: unknown, { surroundings, api, asJson }: ReportOptions): Promise<ExitCode> {
  if (isClosedPipe(error)) return exitCode.ok;
  const failure = describeFailure(error, api);
  const stderr = createWriter(surroundings.stderr);
  if (asJson) {
    const { message, next, status, requestId } = failure;
    const body = { errors: [message], next, status, requestId, exitCode: failure.exitCode };
    await stderr.text(`${escapeUnsafe(JSON.stringify(body))}\n`);
  } else {
    // A message may contain line breaks from a server; it is printed as one line.
    const lines = [`trimtab: ${failure.message}`, failure.next ?? ''].filter((line) => line !== '');
    const whole = lines.map((line) => line.replaceAll('\n', ' '));
    await stderr.text(`${stderr.isTerminal ? await wrapped(whole, stderr.columns) : whole.join('\n')}\n`);
  }
  return failure.exitCode;
}
