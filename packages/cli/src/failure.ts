import { type ExitCode, exitCode } from './exit-code.ts';

/** An error with its message for the user, the next step and the exit code. */
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

/** The command line is wrong. */
export class UsageError extends CliError {
  override name = 'UsageError';

  constructor(message: string, next?: string) {
    super(message, exitCode.usage, next);
  }
}

/** What the user sees of an error: one sentence, then what to do. */
export type Failure = {
  message: string;
  next?: string | undefined;
  exitCode: ExitCode;
  status?: number | undefined;
  requestId?: string | undefined;
};
