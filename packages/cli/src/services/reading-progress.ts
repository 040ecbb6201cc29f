import { type Client, formatCount, type Reading } from '@trimtab/core';

/**
 * The note about the progress of a server that has just started in reading the past; empty if it does not report it.
 * `kpis`: the key figures of all targets, if they have been read.
 */
export async function readingNotes(client: Client, kpis?: { reading?: Reading | undefined }): Promise<string[]> {
  const { reading } = kpis ?? (await client.views.kpis({}).catch(() => ({ reading: undefined })));
  if (reading === undefined) return [];
  const left = reading.minutes_left === null ? '' : `, about ${reading.minutes_left} min left`;
  return [
    `Past usage has been read for ${formatCount(reading.read)} of ${formatCount(reading.targets)} targets${left}.`,
  ];
}
