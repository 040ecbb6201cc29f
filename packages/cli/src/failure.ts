import { type ExitCode, exitCode } from './exit-code.ts';

/** A failure that already knows its sentence, what to do next and its exit code. */
export class CliError extends Error {
  override name = 'CliError';
  readonly exitCode: ExitCode;
  readonly next: string | undefined;

  constructor(message: string, code: ExitCode, next?: string) {
    super(message);
    this.exitCode = code;
    this.next = next;
  }
}

/** The command line cannot be carried out as written. */
export class UsageError extends CliError {
  override name = 'UsageError';

  constructor(message: string, next?: string) {
    super(message, exitCode.usage, next);
  }
}

/** What the operator is told of a failure: one sentence, then what to do. */
export type Failure = {
  message: string;
  next?: string | undefined;
  exitCode: ExitCode;
  status?: number | undefined;
  requestId?: string | undefined;
};
