import type { Pod, TargetName } from '@trimtab/core';
import { isAbort, sentenceOf } from '../../ports/index.ts';
import type { PodLogReader } from '../pod-logs/pod-logs.ts';
import type { TargetRow } from '../targets/target-row.ts';
import type { Targets } from '../targets/targets.ts';

/** The maximum size of the logs in an export: for each container, for each target, and in total. */
const mostLines = 1_000;
const mostBytes = 256 * 1024;
const mostPods = 10;
const mostInAll = 32 * 2 ** 20;

const onlyNewest = `Of a container, only the newest ${mostLines} lines and ${mostBytes / 1024} KiB are included.`;

type ExportedLog = { readonly path: string; readonly text: string };
type Report = {
  readonly log: ExportedLog | null;
  /** Why the log is missing or cut; null if it is complete. */
  readonly problem: string | null;
};

/** Create one for each export, because it stops when the export contains enough logs. */
export function createLogReader(targets: Targets, logs: PodLogReader) {
  let bytes = 0;
  const read = async (target: TargetName, pod: string, container: string, previous: boolean, signal: AbortSignal) => {
    const path = `${pod}/${container}${previous ? '.previous' : ''}.log`;
    if (bytes >= mostInAll) return { log: null, problem: `The export has ${mostInAll / 2 ** 20} MiB of logs already.` };
    try {
      const question = { namespace: target.namespace, pod, container, previous, tail: mostLines };
      const { lines, cut } = await logs.newest(question, signal);
      const kept = newest(lines);
      bytes += kept.text.length;
      const isShort = kept.lines < lines.length || lines.length >= mostLines;
      return { log: { path, text: kept.text }, problem: cut ?? (isShort ? onlyNewest : null) };
    } catch (error) {
      signal.throwIfAborted();
      return { log: null, problem: isAbort(error) ? 'A log did not arrive in time.' : sentenceOf(error) };
    }
  };
  /** The logs of the pods of a target one after another, also of containers before their last restart. */
  return async function* logsOf({ record }: TargetRow, signal: AbortSignal): AsyncGenerator<Report> {
    let pods: readonly Pod[];
    try {
      pods = (await targets.pods(record, signal)).items;
    } catch (error) {
      signal.throwIfAborted();
      yield { log: null, problem: sentenceOf(error) };
      return;
    }
    if (pods.length > mostPods) yield { log: null, problem: `Only ${mostPods} pods of a target are included.` };
    // Logs of restarted pods are the most informative.
    const chosen = pods.toSorted((a, b) => (b.restarts ?? 0) - (a.restarts ?? 0)).slice(0, mostPods);
    for (const { name, containers, last_restart: last } of chosen) {
      for (const { name: container } of containers) {
        yield await read(record, name, container, false, signal);
        if (last?.container === container) yield await read(record, name, container, true, signal);
      }
    }
  };
}

function newest(lines: readonly string[]): { readonly text: string; readonly lines: number } {
  let [from, length] = [lines.length, 0];
  while (from > 0 && length + (lines[from - 1]?.length ?? 0) <= mostBytes) length += lines[--from]?.length ?? 0;
  return { text: lines.slice(from).join(''), lines: lines.length - from };
}
