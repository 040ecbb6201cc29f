/** What is said where stdout takes nothing: a full disk, for one. */
export const writeErrorMessage = (code = 'unknown'): string => `What was to be printed could not be written (${code}).`;
