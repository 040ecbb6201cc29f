import { workloadKey } from '@trimtab/core';
import {
  type Ask,
  binSeconds,
  type HistoryScope,
  type Listing,
  type Window,
  type WorkloadHistory,
} from '../../../ports/index.ts';
import type { Connection } from '../client/connection.ts';
import { isTooMuch } from '../client/response.ts';
import { absentMetricProblems } from '../diagnosis/absent-metrics.ts';
import { inNamespaces } from '../queries/promql.ts';
import { createHistoryBuilders, type HistoryBuilder } from './bins.ts';
import { KillDetector } from './out-of-memory.ts';
import { historyQueries } from './queries.ts';
import { addSlice, type HistoryReading, longBins, querySlice, TooManyPodsError } from './read-slice.ts';
import { isRecordedQuery } from './recorded.ts';
import { clearIncompleteSums } from './requests.ts';
import { halves, planSlices, type Slice, seriesCountStepSeconds } from './slices.ts';

/**
 * Reads the histories of the workloads of the given namespaces. The window is read in slices, so that no response grows
 * too large and each slice has the full deadline. A slice that is too large is split into halves.
 */
export async function readHistory(
  session: Connection['session'],
  { namespaces, workloads }: HistoryScope,
  window: Window,
  ask?: Ask,
): Promise<Listing<WorkloadHistory>> {
  const binMs = binSeconds * 1000;
  const start = Math.ceil(window.start / binMs) * binMs;
  const length = Math.floor(window.end / binMs) - start / binMs;
  if (!(length > 0)) return { items: [], problems: [] };
  const startSeconds = start / 1000;
  const span = { start: startSeconds, end: startSeconds + length * binSeconds };
  const scope = [inNamespaces(namespaces)];
  const sampled = { ...span, step: Math.min(seriesCountStepSeconds, length * binSeconds) };
  // The newest bins are not recorded yet, so a short window is always read from the samples.
  const recorded = await session(ask, async ({ range, renamesUsage }) =>
    length < longBins || renamesUsage ? [] : range(isRecordedQuery(scope), sampled),
  );
  const reading: HistoryReading = {
    session,
    ask,
    namespaces,
    wanted: workloads === undefined ? null : new Set(workloads.map(workloadKey)),
    startSeconds,
    length,
    isRecorded: recorded.length > 0,
    builders: createHistoryBuilders(length),
    kills: new KillDetector(),
    answered: new Map(),
  };
  const seriesCounts = await session(ask, ({ range }) => range(historyQueries(scope).seriesCount, sampled));
  for (const slice of planSlices(length, seriesCounts, startSeconds)) await readSlice(reading, slice);

  const empty = [...reading.answered].flatMap(([metric, answered]) => (answered ? [] : [metric]));
  return {
    items: reading.builders
      .all()
      .filter(({ containers }) => containers.size > 0)
      .map((builder) => build(builder, start)),
    problems: await session(ask, (opened) => absentMetricProblems(opened, span.end, empty)),
  };
}

async function readSlice(reading: HistoryReading, slice: Slice): Promise<void> {
  const parts = halves(slice);
  try {
    // All queries run before any result is added, so that a failed slice can be read again in halves.
    await reading.session(reading.ask, async (session) => {
      const data = await querySlice(reading, session, slice, parts === null);
      if (data !== null) addSlice(reading, data);
    });
  } catch (error) {
    if (parts === null || !(error instanceof TooManyPodsError || isTooMuch(error))) throw error;
    for (const part of parts) await readSlice(reading, part);
  }
}

function build({ identity, containers, ...rest }: HistoryBuilder, start: number): WorkloadHistory {
  for (const bins of Object.values(rest.requested)) clearIncompleteSums(bins);
  const list = [...containers].map(([name, bins]) => ({ name, ...bins }));
  return { ...identity, start, ...rest, containers: list.toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
}
