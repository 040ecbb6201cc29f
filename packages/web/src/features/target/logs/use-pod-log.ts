import { ApiError, type Client, displayText, isMissingCall, type PodLogLine } from '@trimtab/core';
import { type LogEvent, readPodLog } from '@trimtab/core/read-pod-log';
import { useEffect, useState } from 'react';
import { useClient } from '../../../api/client.tsx';
import type { TargetId } from '../queries.ts';

export type LogQuestion = {
  readonly pod: string;
  readonly container: string;
  readonly previous: boolean;
  readonly follow: boolean;
  /** The number of lines in the first answer: the newest ones. */
  readonly tail: number;
};

/** A line with its number in the log, which is its key. A mark is no line of the log: it says that the log broke off there. */
export type NumberedLine = Extract<PodLogLine, { text: string }> & { readonly number: number; readonly isMark?: true };

export type PodLog = {
  readonly lines: readonly NumberedLine[];
  /** `cut`: the log is longer than the part that was read. `lost`: it broke off and is opened again. */
  readonly state: 'loading' | 'open' | 'lost' | 'complete' | 'cut' | 'failed';
  /** Why the log is cut, lost or failed. */
  readonly reason: string | null;
  /** The log had fewer lines than were asked for when it was opened, so it has no older ones. */
  readonly isWhole: boolean;
};

/** The number of lines that are read when a log is opened. */
export const firstLines = 500;
/** The maximum number of lines that are kept while a log is followed, and that "Load older lines" reads. */
export const mostLines = 5_000;
/** New lines of a busy log are drawn together, so that the page stays usable. */
const drawMs = 250;
/**
 * Neither the server nor Kubernetes says which line is the last one of those that a followed log had when it was opened.
 * Lines after a pause of this length count as new ones.
 */
const pauseMs = 1_000;

/** Reads a log while the component is shown. Pass the component a new key for each question. */
export function usePodLog(id: TargetId, question: LogQuestion): PodLog {
  const client = useClient();
  const [log, setLog] = useState<PodLog>({ lines: [], state: 'loading', reason: null, isWhole: true });
  useEffect(() => {
    const leaving = new AbortController();
    let waiting: NumberedLine[] = [];
    let isWhole = true;
    const draw = (change: Partial<PodLog>) => {
      const more = waiting;
      waiting = [];
      if (!leaving.signal.aborted)
        setLog((known) => ({ ...known, lines: [...known.lines, ...more].slice(-mostLines), isWhole, ...change }));
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let count = 0;
    let pause: ReturnType<typeof setTimeout> | undefined;
    let hasPaused = false;
    const take = (event: LogEvent) => {
      if ('lost' in event) return draw({ state: 'lost', reason: displayText(event.lost) });
      if ('end' in event)
        return draw({ state: event.end === 'limit' ? 'cut' : event.end, reason: event.reason ?? null });
      if ('mayLackLines' in event) {
        waiting.push({ at: null, text: event.mayLackLines ? gap : noGap, number: count++, isMark: true });
        return draw({ state: 'open', reason: null });
      }
      for (const line of event.lines) waiting.push({ ...line, number: count++ });
      if (question.follow && !hasPaused) {
        clearTimeout(pause);
        pause = setTimeout(() => (hasPaused = true), pauseMs);
      }
      isWhole &&= hasPaused || count < question.tail;
      timer ??= setTimeout(() => {
        timer = undefined;
        draw({});
      }, drawMs);
    };
    const opened = () => draw({ state: 'open' });
    read(client, { ...id, ...question }, { signal: leaving.signal, opened, take }).catch((error: unknown) =>
      draw({ state: 'failed', reason: reasonOf(error) }),
    );
    return () => {
      leaving.abort();
      clearTimeout(timer);
      clearTimeout(pause);
    };
  }, [client, id, question]);
  return log;
}

type Reading = {
  readonly signal: AbortSignal;
  readonly opened: () => void;
  readonly take: (event: LogEvent) => void;
};

const noGap = 'The connection was lost here. No line is missing.';
const gap = 'The connection was lost here. Lines may be missing.';

async function read(
  client: Client,
  question: TargetId & LogQuestion,
  { signal, opened, take }: Reading,
): Promise<void> {
  const open = async (resumption: object) => {
    const log = await client.extensions.logs({ ...question, ...resumption }, { signal });
    if (!('sinceTime' in resumption)) opened();
    return log;
  };
  for await (const event of readPodLog(open, { follow: question.follow, signal })) take(event);
}

/** The reason in the server's own words. A server without the call gives none. */
function reasonOf(error: unknown): string {
  const said = error instanceof ApiError ? (error.messages[0] ?? '') : error instanceof Error ? error.message : '';
  if (isMissingCall(error) && !/^The (?:pod|target) /.test(said)) return 'This server has no logs of pods.';
  return displayText(error instanceof ApiError ? error.messages.join(' ') || error.message : said);
}
