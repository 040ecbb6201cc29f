/** An inventory that was not confirmed for this long is stale. */
export const staleMs = 60_000;

/** A sentence with a time stays the same in every answer, unlike one with an age. */
const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** The text with a period at its end. The API server's own messages have none. */
export const asSentence = (text: string): string => text.replace(/\.?$/, '.');

/** `what` was last read at this time, and why not since then. */
export const lastReadText = (what: string, contactAt: number, problem: Error | null): string =>
  `The last reading of ${what} was at ${timeOf(contactAt)}.${problem === null ? '' : ` ${problem.message}`}`;
