import type { Ask, Listing, Window, WorkloadHistory } from '../../../ports/index.ts';
import { SourceError } from '../../../ports/index.ts';
import type { Connection } from '../client/connection.ts';
import { TooMuchError } from '../client/response.ts';
import { absentMetrics } from '../diagnosis/absent-metrics.ts';
import { createFillings } from './bins.ts';
import { KillWatch } from './out-of-memory.ts';
import { binSeconds, historyQueries } from './queries.ts';
import { askSlice, keepSlice, type Reading } from './read-slice.ts';
import { settle } from './requests.ts';
import { breadthStepSeconds, halves, planSlices, type Slice } from './slices.ts';

/**
 * Histories of the workloads of some namespaces. The window is read in parts, so that no answer grows too large and each
 * has the whole deadline; a part that proves too large is halved.
 */
export async function readHistory(
  session: Connection['session'],
  namespaces: readonly string[] | undefined,
  window: Window,
  ask?: Ask,
): Promise<Listing<WorkloadHistory>> {
  const binMs = binSeconds * 1000;
  const start = Math.ceil(window.start / binMs) * binMs;
  const length = Math.floor(window.end / binMs) - start / binMs;
  if (!(length > 0)) return { items: [], problems: [] };
  const startSeconds = start / 1000;
  const reading: Reading = {
    session,
    ask,
    namespaces,
    startSeconds,
    length,
    fillings: createFillings(length),
    kills: new KillWatch(),
    answered: new Map(),
  };
  const span = { start: startSeconds, end: startSeconds + length * binSeconds };
  const breadth = await session(ask).range(historyQueries(namespaces).breadth, {
    ...span,
    step: Math.min(breadthStepSeconds, length * binSeconds),
  });
  for (const slice of planSlices(length, breadth, startSeconds)) await readPart(reading, slice);

  const empty = [...reading.answered].flatMap(([metric, answered]) => (answered ? [] : [metric]));
  for (const { requested } of reading.fillings.all()) for (const bins of Object.values(requested)) settle(bins);
  return {
    items: reading.fillings
      .all()
      .filter(({ containers }) => containers.size > 0)
      .map(({ identity, containers, ...rest }): WorkloadHistory => {
        const list = [...containers].map(([name, bins]) => ({ name, ...bins }));
        return { ...identity, start, ...rest, containers: list.toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
      }),
    problems: await absentMetrics(session(ask), span.end, empty),
  };
}

async function readPart(reading: Reading, slice: Slice): Promise<void> {
  try {
    // Everything is asked before anything is kept: a part that fails is read again, and must have left nothing behind.
    keepSlice(reading, slice, await askSlice(reading, slice));
  } catch (error) {
    const parts = halves(slice);
    const tooLarge = error instanceof TooMuchError || (error instanceof SourceError && error.timedOut);
    if (!tooLarge || parts === null) throw error;
    for (const part of parts) await readPart(reading, part);
  }
}
