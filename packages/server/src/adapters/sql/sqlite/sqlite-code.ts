/** Whether another connection holds the required lock. */
export const isBusy = (error: unknown): boolean => sqliteCode(error) === 5;

/** SQLite's primary result code behind an error of node:sqlite; 0 for any other error. */
export const sqliteCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0;
