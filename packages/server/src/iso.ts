/** A time in epoch milliseconds as ISO text in UTC, as in all answers. */
export const iso = (ms: number): string => new Date(ms).toISOString();
