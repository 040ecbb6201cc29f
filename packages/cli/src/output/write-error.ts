/** The message for a failed write to stdout, for example on a full disk. */
export const writeErrorMessage = (code = 'unknown'): string => `The output could not be written (${code}).`;
