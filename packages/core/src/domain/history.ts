/** How many readings a container resource's sparkline keeps. */
export const historyLength = 30;

/** The last readings of one container resource, oldest first: empty, or exactly `historyLength` long. */
export type UtilizationHistory = readonly (number | null)[];

/**
 * The history after one more reading. The first reading fills all slots; each later one drops the oldest. A missing
 * reading does not start a history. In an existing history it is stored as a gap, so that slots stay evenly spaced in time.
 */
export function appendReading(history: UtilizationHistory, reading: number | null): UtilizationHistory {
  if (history.length === 0) return reading === null ? [] : Array.from({ length: historyLength }, () => reading);
  return [...history, reading].slice(-historyLength);
}
