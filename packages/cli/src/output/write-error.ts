/** The message for a failed write to stdout, for example on a full disk. */
export const writeErrorMessage = (code = 'unknown'): string => `The output could not be written (${code}).`;

export function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED');
}

/**
 * Handles a failed write of a command that does more than print: if a reader such as `head` closes the pipe, the command
 * must still do its work and return its exit code.
 */
export function ignoreClosedPipe(error: unknown): void {
  if (!isClosedPipe(error)) throw error;
}
