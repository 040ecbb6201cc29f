import { ApiError, type Client, displayText, isMissingCall, type PodLogLine } from '@trimtab/core';
import { podLogLines } from '@trimtab/core/pod-log';
import { useEffect, useState } from 'react';
import { useClient } from '../../../api/client.tsx';
import type { TargetId } from '../queries.ts';

export type LogQuestion = {
  readonly pod: string;
  readonly container: string;
  readonly previous: boolean;
  readonly follow: boolean;
};

/** A line with its number in the log, which is its key. */
export type NumberedLine = Extract<PodLogLine, { text: string }> & { readonly number: number };

export type PodLog = {
  readonly lines: readonly NumberedLine[];
  /** `cut`: the log is longer than the part that was read. */
  readonly state: 'loading' | 'open' | 'complete' | 'cut' | 'failed';
  /** Why the log is cut or failed. */
  readonly reason: string | null;
};

/** The number of lines in the first answer, and the maximum number that is kept while a log is followed. */
const firstLines = 500;
export const mostLines = 5_000;
/** New lines of a busy log are drawn together, so that the page stays usable. */
const drawMs = 250;

/** Reads a log while the component is shown. Pass the component a new key for each question. */
export function usePodLog(id: TargetId, question: LogQuestion): PodLog {
  const client = useClient();
  const [log, setLog] = useState<PodLog>({ lines: [], state: 'loading', reason: null });
  useEffect(() => {
    const leaving = new AbortController();
    let waiting: NumberedLine[] = [];
    const draw = (change: Partial<PodLog>) => {
      const more = waiting;
      waiting = [];
      if (!leaving.signal.aborted)
        setLog((known) => ({ ...known, lines: [...known.lines, ...more].slice(-mostLines), ...change }));
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let count = 0;
    const take = (lines: readonly PodLogLine[]) => {
      for (const line of lines) {
        if ('text' in line) waiting.push({ ...line, number: count++ });
        else draw({ state: line.end === 'limit' ? 'cut' : line.end, reason: line.reason ?? null });
      }
      timer ??= setTimeout(() => {
        timer = undefined;
        draw({});
      }, drawMs);
    };
    const opened = () => draw({ state: 'open' });
    read(client, { ...id, ...question, tail: firstLines }, { signal: leaving.signal, opened, take }).catch(
      (error: unknown) => draw({ state: 'failed', reason: reasonOf(error) }),
    );
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [client, id, question]);
  return log;
}

type Reading = {
  readonly signal: AbortSignal;
  readonly opened: () => void;
  readonly take: (lines: readonly PodLogLine[]) => void;
};

async function read(
  client: Client,
  question: TargetId & LogQuestion & { readonly tail: number },
  { signal, opened, take }: Reading,
): Promise<void> {
  const { chunks } = await client.extensions.logs(question, { signal });
  opened();
  for await (const lines of podLogLines(chunks)) take(lines);
}

/** The reason in the server's own words. A server without the call gives none. */
function reasonOf(error: unknown): string {
  const said = error instanceof ApiError ? (error.messages[0] ?? '') : error instanceof Error ? error.message : '';
  if (isMissingCall(error) && !/^The (?:pod|target) /.test(said)) return 'This server has no logs of pods.';
  return displayText(error instanceof ApiError ? error.messages.join(' ') || error.message : said);
}
