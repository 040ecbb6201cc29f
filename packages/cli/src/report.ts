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
import { escapeUnsafe } from './output/sanitize.ts';
import { writeErrorMessage } from './output/write-error.ts';
import { createWriter } from './output/writer.ts';

const causes = new Map([
  ['ECONNREFUSED', 'the connection was refused'],
  ['ENOTFOUND', 'there is no host of that name'],
  ['EAI_AGAIN', 'the name could not be resolved'],
  ['ECONNRESET', 'the connection was cut'],
  ['EHOSTUNREACH', 'the host cannot be reached'],
  ['ENETUNREACH', 'the network cannot be reached'],
]);

/** What Node says of a certificate that it cannot trust. */
const certificateCauses = new Map([
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate is of an authority that is not known here'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'its certificate is of an authority that is not known here'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'its certificate is of an authority that is not known here'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is signed by itself'],
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is of another host'],
]);

const elsewhere = 'name another API with --api URL or TRIMTAB_API';

/** Both HTTP clients say so in words only, undici one cause further down. */
function isRedirect(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /\bredirect\b/.test(error.message) || isRedirect(error.cause);
}

/** Only there can whoever reads this start the server. */
const isOnThisMachine = (api: string): boolean => ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(api).hostname);

function noAnswer(error: NetworkError, api: string): Failure {
  if (error instanceof TimeoutError) {
    return {
      message: `No answer from ${api} in time (${error.reason ?? 'timed out'}).`,
      next: `Try again, or ${elsewhere}.`,
      exitCode: exitCode.api,
    };
  }
  const certificate = certificateCauses.get(error.reason ?? '');
  if (certificate !== undefined) {
    return {
      message: `${api} cannot be trusted: ${certificate}.`,
      next: 'If the authority is your own, name its file in NODE_EXTRA_CA_CERTS. Nothing was sent.',
      exitCode: exitCode.api,
    };
  }
  if (isRedirect(error)) {
    return {
      message: `${api} answered with a redirect, which no token follows.`,
      next: 'Give the address that it leads to as --api URL or TRIMTAB_API.',
      exitCode: exitCode.api,
    };
  }
  const cause = error.reason === null ? '' : `: ${causes.get(error.reason) ?? error.reason}`;
  const start = isOnThisMachine(api)
    ? 'Start it with npx -y pnpm@12.21.0 start'
    : 'Is its name right, and its network in reach? If so, try again';
  return {
    message: `No answer from ${api}${cause}.`,
    next: `Is the server running? ${start}, or ${elsewhere}.`,
    exitCode: exitCode.api,
  };
}

function nextStep({ status, requestId }: ApiError): string | undefined {
  if (status === 429) return 'Too many requests: try again in a minute.';
  if (requestId !== null) return `The server's log has it as request ${requestId}.`;
  return status >= 500 ? "Try again. If it stays, the server's log says why." : undefined;
}

function answeredError(error: ApiError, api: string): Failure {
  const known = { status: error.status, requestId: error.requestId ?? undefined };
  if (error.status === 401) {
    return {
      ...known,
      message: `${api} asks for sign-in.`,
      next: 'Sign in with trimtab login. In scripts set TRIMTAB_TOKEN, or TRIMTAB_CLIENT_ID and TRIMTAB_CLIENT_SECRET.',
      exitCode: exitCode.denied,
    };
  }
  const said = error.messages[0] ?? '';
  const message = `The API answered ${error.status}${said === '' ? '' : `: ${said.slice(0, 300)}`}`;
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  if (error.status === 403) {
    return { ...known, message: sentence, next: 'Ask for the permission, then try again.', exitCode: exitCode.denied };
  }
  if (error.status === 404) {
    return {
      ...known,
      message: sentence,
      next: said === '' ? `Is ${api} a Trimtab API? If not, ${elsewhere}.` : 'Check the names in the command line.',
      exitCode: exitCode.api,
    };
  }
  const next = nextStep(error);
  return { ...known, message: sentence, next, exitCode: exitCode.api };
}

/** What a failure says to an operator, and what to do about it. */
export function describeFailure(error: unknown, api: string): Failure {
  if (error instanceof CliError) return error;
  if (error instanceof CanceledError) return { message: 'Interrupted.', exitCode: exitCode.interrupted };
  if (error instanceof NetworkError) return noAnswer(error, api);
  if (error instanceof ApiError) return answeredError(error, api);
  if (error instanceof InvalidResponseError) {
    return {
      message: `${api} sent an answer that is not of this API (${error.problem}).`,
      next: `Check the address, or ${elsewhere}.`,
      exitCode: exitCode.api,
    };
  }
  if (error instanceof RequiredParameterError) {
    return { message: `${error.message}.`, next: 'Nothing was sent.', exitCode: exitCode.usage };
  }
  if (isUnwritten(error)) {
    return { message: writeErrorMessage(error.code), next: 'Is the disk full?', exitCode: exitCode.api };
  }
  if (error instanceof AddressError) return { message: `${error.message}.`, exitCode: exitCode.usage };
  return {
    message: `Unexpected failure: ${error instanceof Error ? error.message : String(error)}`,
    next: 'This is a fault of trimtab: please report it with the command line.',
    exitCode: exitCode.api,
  };
}

/** What a stream says that could not be written to; files say more, and have said it by now. */
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

/** On a terminal lines break between words. */
async function wrapped(lines: readonly string[], columns: number): Promise<string> {
  const { wrapWords } = await import('./ui/wrap.ts');
  return lines.flatMap((line) => wrapWords(line, columns)).join('\n');
}

/** Says on stderr what went wrong, and answers with the exit code. A reader that has gone away is no failure (L9). */
export async function reportFailure(error: unknown, { surroundings, api, asJson }: ReportOptions): Promise<ExitCode> {
  if (isClosedPipe(error)) return exitCode.ok;
  const failure = describeFailure(error, api);
  const stderr = createWriter(surroundings.stderr);
  if (asJson) {
    const { message, next, status, requestId } = failure;
    const body = { errors: [message], next, status, requestId, exitCode: failure.exitCode };
    await stderr.text(`${escapeUnsafe(JSON.stringify(body))}\n`);
  } else {
    // A message may hold line breaks of a server's making: one sentence stays one line.
    const lines = [`trimtab: ${failure.message}`, failure.next ?? ''].filter((line) => line !== '');
    const whole = lines.map((line) => line.replaceAll('\n', ' '));
    await stderr.text(`${stderr.isTerminal ? await wrapped(whole, stderr.columns) : whole.join('\n')}\n`);
  }
  return failure.exitCode;
}
