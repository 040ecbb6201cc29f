import { formatCount } from '@trimtab/core';
import { sanitize } from '@trimtab/core/sanitize';
import { memo, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { saveFile } from '../../../browser/save-file.ts';
import { EmptyState, ErrorState } from '../../../table/ListStates.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { focusable } from '../../../ui/focusable.ts';
import { Spinner } from '../../../ui/Spinner.tsx';
import type { TargetId } from '../queries.ts';
import { type LogQuestion, mostLines, type NumberedLine, type PodLog, usePodLog } from './use-pod-log.ts';

type LogViewProps = {
  readonly id: TargetId;
  readonly question: LogQuestion;
  readonly filter: string;
  readonly isWrapped: boolean;
  readonly onRetry: () => void;
  /** Reads the log again with older lines. */
  readonly onOlder: () => void;
};

/** The lines of a log and its state. A log that failed before its first line is shown as an error. */
export function LogView({ id, question, filter, isWrapped, onRetry, onOlder }: LogViewProps) {
  const log = usePodLog(id, question);
  const wanted = useDeferredValue(filter).toLowerCase();
  const shown = useMemo(
    () =>
      wanted === '' ? log.lines : log.lines.filter(({ text, isMark }) => isMark || text.toLowerCase().includes(wanted)),
    [log.lines, wanted],
  );
  const { lines, state, reason } = log;
  if (state === 'loading') return <Spinner label="Loading the log" />;
  if (state === 'failed' && lines.length === 0)
    return <ErrorState title="There is no log to show." detail={reason} onRetry={onRetry} />;
  const { pod, container, follow } = question;
  const part = partOf(log);
  const save = () =>
    saveFile(`${pod}-${container}.log`, lines.map((line) => `${line.at ?? ''} ${line.text}\n`).join(''));
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4">
        <p aria-live="polite" className="min-w-0 flex-1 text-small text-ink-2 max-sm:basis-full">
          {summary(log, shown, follow, part)}
        </p>
        {state === 'failed' ? <Button onClick={onRetry}>Retry</Button> : null}
        {part === 'newest' && lines.length < mostLines ? (
          <Button look="quiet" onClick={onOlder}>
            Load older lines
          </Button>
        ) : null}
        <Button look="quiet" onClick={save} disabled={lines.length === 0}>
          Download
        </Button>
      </div>
      {shown.length === 0 ? (
        <EmptyState title={lines.length === 0 ? 'No lines' : 'No such lines'}>
          {lines.length === 0
            ? 'This container has written nothing yet.'
            : part === 'all'
              ? 'No line of this log contains this text.'
              : 'None of the loaded lines contains this text.'}
        </EmptyState>
      ) : (
        <Lines label={`Log of ${container} in ${pod}`} lines={shown} isWrapped={isWrapped} isLive={follow} />
      )}
    </>
  );
}

const withoutMarks = (lines: readonly NumberedLine[]) => lines.filter(({ isMark }) => !isMark).length;

/** Which lines of the log are loaded. `newest`: there may be older ones. `some`: the newest are missing too. */
function partOf({ lines, state, isWhole }: PodLog): 'all' | 'newest' | 'some' {
  if (state !== 'open' && state !== 'complete') return 'some';
  return isWhole && !isCut(lines) ? 'all' : 'newest';
}

/** Whether old lines were dropped, because more than `mostLines` have arrived. */
const isCut = (lines: readonly NumberedLine[]): boolean => (lines[0]?.number ?? 0) > 0;

function summary(
  { lines, state, reason }: PodLog,
  shownLines: readonly NumberedLine[],
  follow: boolean,
  part: ReturnType<typeof partOf>,
): string {
  const [all, shown] = [withoutMarks(lines), withoutMarks(shownLines)];
  const newest = shown === all ? 'The newest' : 'the newest';
  const loaded = `${part === 'newest' ? `${newest} ` : ''}${formatCount(all)} ${all === 1 ? 'line' : 'lines'}`;
  return [
    shown === all ? `${loaded}.` : `${formatCount(shown)} of ${loaded}.`,
    isCut(lines) ? 'Older ones were dropped.' : '',
    state === 'open' ? 'New lines appear here.' : '',
    state === 'lost' ? `The connection is lost: ${reason ?? ''} Trying again.` : '',
    state === 'complete' && follow ? 'The container has ended.' : '',
    state === 'lost' ? '' : (reason ?? ''),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

type LinesProps = {
  readonly label: string;
  readonly lines: readonly NumberedLine[];
  readonly isWrapped: boolean;
  readonly isLive: boolean;
};

/** If the user has scrolled to within this distance of the end, new lines scroll into view. */
const nearEnd = 24;

/** The lines, scrolled to the newest one until the user scrolls up. */
function Lines({ label, lines, isWrapped, isLive }: LinesProps) {
  const region = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  // Runs after each change of the lines and of their width.
  useLayoutEffect(() => {
    const { current } = region;
    if (isAtEnd && current !== null) current.scrollTop = current.scrollHeight;
  });
  return (
    <div className="relative min-h-40 flex-1">
      <div
        ref={region}
        role="log"
        aria-label={label}
        aria-live={isLive ? 'polite' : 'off'}
        {...focusable}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
          setAtEnd(scrollHeight - scrollTop - clientHeight < nearEnd)
        }
        className="absolute inset-0 overflow-auto rounded-md border bg-sunken py-2 font-mono text-small"
      >
        <div className={classNames(isWrapped ? 'break-words whitespace-pre-wrap' : 'w-max min-w-full whitespace-pre')}>
          {lines.map((line) => (
            <Line key={line.number} line={line} />
          ))}
        </div>
      </div>
      {isAtEnd ? null : (
        <Button className="absolute right-4 bottom-3 shadow-raised" onClick={() => setAtEnd(true)}>
          Newest lines
        </Button>
      )}
    </div>
  );
}

const Line = memo(function Line({ line: { at, text, isMark } }: { line: NumberedLine }) {
  if (isMark) return <div className="my-1 border-y bg-raised px-3 py-1 font-sans text-ink-2">{text}</div>;
  return (
    <div className={classNames('px-3', toneOf(text))}>
      {at === null ? null : (
        <time dateTime={at} title={at} className="mr-3 hidden text-ink-3 select-none sm:inline">
          {clock(at)}
        </time>
      )}
      {/* Control characters and direction marks are shown as text or removed. Tabs are kept. */}
      <bdi>{text.split('\t').map(sanitize).join('\t')}</bdi>
    </div>
  );
});

/** The time of day in the user's time zone. */
const clock = (at: string): string => new Date(at).toTimeString().slice(0, 8);

/** The color of a line, from its severity. The text says the same. */
function toneOf(text: string): string {
  if (/\b(?:ERROR|FATAL|PANIC|panic:)/.test(text)) return 'text-danger';
  return /\bWARN/.test(text) ? 'text-waste' : '';
}
