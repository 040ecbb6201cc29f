import { type ExitCode, exitCode } from './exit-code.ts';

/** An error with its message for the user, the next step and the exit code. */
export class CliError extends Error {
  override name = 'CliError';
  readonly exitCode: ExitCode;
  readonly next: string | undefined;
  readonly details: readonly string[];

  constructor(message: string, code: ExitCode, next?: string, details: readonly string[] = []) {
    super(message);
    this.exitCode = code;
    this.next = next;
    this.details = details;
  }
}

/** The command line is wrong. */
export class UsageError extends CliError {
  override name = 'UsageError';

  constructor(message: string, next?: string) {
    super(message, exitCode.usage, next);
  }
}

/** What the user sees of an error: one sentence, a line for each detail, then what to do. */
export type Failure = {
  message: string;
  details?: readonly string[];
  next?: string | undefined;
  exitCode: ExitCode;
  status?: number | undefined;
  requestId?: string | undefined;
};
