/** The code of a failed system call: ENOENT, EROFS; null for any other failure. */
export const systemCode = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
