/** The message for a failed write to stdout, for example on a full disk. */
export const writeErrorMessage = (code = 'unknown'): string => `The output could not be written (${code}).`;

export function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED');
}

/**
 * For output of a command that does more than print. A reader that closes the pipe early, such as `head`, must not end its
 * work or hide its result.
 */
export function ignoreClosedPipe(error: unknown): void {
  if (!isClosedPipe(error)) throw error;
}
