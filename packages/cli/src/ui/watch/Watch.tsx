import { Text, useApp, useInput, useWindowSize } from 'ink';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Block, TextTable, Tile } from '../../output/table.ts';
import { blockLines } from '../screen.ts';
import { frameLines, type LiveFrame, roomFor } from './frame.ts';
import { type KeyPress, press, splitPresses, type ViewState } from './keys.ts';

/** The result of one refresh. */
export type LiveReading = {
  tiles: readonly Tile[];
  /** The filtered and sorted rows with their keys. */
  rows: (filter: string, sort: ViewState['sort']) => { keys: string[]; table: TextTable };
  /** What is missing, or still being computed; null if the data is complete. */
  problem: string | null;
};

/** The data of the live view, independent of the API. */
export type WatchSource = {
  title: string;
  empty: string;
  color: boolean;
  read: (signal: AbortSignal) => Promise<LiveReading>;
  detail: (key: string, signal: AbortSignal) => Promise<Block[]>;
  /** An error as one sentence. */
  explain: (error: unknown) => string;
  clock: () => string;
};

/** The refresh interval, the same as in the console. */
const refreshMs = 10_000;

type WatchProps = {
  source: WatchSource;
  /** The state before the view was suspended. */
  initial: ViewState;
  onInterrupt: () => void;
  onSuspend: (view: ViewState) => void;
};

function pressesOf(input: string, key: Parameters<Parameters<typeof useInput>[0]>[1]): KeyPress[] {
  const names: [boolean, KeyPress['name']][] = [
    [key.upArrow, 'up'],
    [key.downArrow, 'down'],
    [key.leftArrow, 'left'],
    [key.rightArrow, 'right'],
    [key.pageUp, 'pageUp'],
    [key.pageDown, 'pageDown'],
    [key.home, 'home'],
    [key.end, 'end'],
    [key.return, 'enter'],
    [key.escape, 'escape'],
    [key.backspace || key.delete, 'backspace'],
  ];
  const name = names.find(([isPressed]) => isPressed)?.[1] ?? null;
  if (name !== null) return [{ name, input: '' }];
  // Combinations with Ctrl or Alt are not letters.
  return key.ctrl || key.meta || key.tab ? [] : splitPresses(input);
}

/** Reads now and every ten seconds, never twice in parallel. After an error the previous data stays. */
function useReadings<T>(read: ((signal: AbortSignal) => Promise<T>) | null, { explain, clock }: WatchSource) {
  const [state, setState] = useState<{ value: T | null; status: string; failure: string | null }>({
    value: null,
    status: '',
    failure: null,
  });
  const again = useRef(() => {});
  useEffect(() => {
    if (read === null) return undefined;
    const reading = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = async () => {
      timer = undefined;
      try {
        const value = await read(reading.signal);
        if (!reading.signal.aborted) setState({ value, status: `as of ${clock()}`, failure: null });
      } catch (error) {
        if (!reading.signal.aborted) setState((before) => ({ ...before, failure: explain(error) }));
      }
      if (!reading.signal.aborted) timer = setTimeout(() => void run(), refreshMs);
    };
    again.current = () => {
      // Ignore the call during a read, whose result is just as new.
      if (timer === undefined) return;
      clearTimeout(timer);
      void run();
    };
    void run();
    return () => {
      reading.abort();
      clearTimeout(timer);
    };
  }, [read, explain, clock]);
  return { ...state, refresh: () => again.current() };
}

/** The live view, drawn as one list of lines. */
export function Watch({ source, initial, onInterrupt, onSuspend }: WatchProps) {
  const { exit } = useApp();
  const size = useWindowSize();
  const [view, setView] = useState(initial);
  // A ref, because several keys may arrive in one event, and each applies to the result of the previous one.
  const latest = useRef(view);
  const list = useReadings(source.read, source);
  const shown = list.value?.rows(view.filter, view.sort) ?? null;
  const keys = shown?.keys ?? [];
  const selected = view.selected !== null && keys.includes(view.selected) ? view.selected : (keys[0] ?? null);
  const openKey = view.page === 'detail' ? view.selected : null;
  const readDetail = useCallback((signal: AbortSignal) => source.detail(openKey ?? '', signal), [source, openKey]);
  const detail = useReadings(openKey === null ? null : readDetail, source);
  const detailLines =
    openKey === null || detail.value === null
      ? null
      : blockLines(detail.value, { columns: size.columns, color: source.color });
  const tiles = list.value?.tiles ?? [];
  const { status, failure } = view.page === 'detail' ? detail : list;
  const missing = list.value?.problem ?? null;
  const gap = missing === null ? null : ({ text: missing, style: 'warn' } as const);
  const frame: LiveFrame = {
    title: source.title,
    status,
    problem: failure === null ? gap : { text: failure, style: 'bad' },
    tiles,
    table: shown?.table ?? null,
    at: Math.max(0, keys.indexOf(selected ?? '')),
    empty: view.filter === '' ? source.empty : 'No target name contains this text.',
    view,
    detail: detailLines,
    color: source.color,
  };
  const take = (pressed: KeyPress) => {
    const before = latest.current;
    if (pressed.input === 'r' && before.page !== 'filter') {
      (before.page === 'detail' ? detail : list).refresh();
      return;
    }
    const known = list.value?.rows(before.filter, before.sort).keys ?? [];
    const held = before.selected !== null && known.includes(before.selected) ? before.selected : (known[0] ?? null);
    latest.current = press({ ...before, selected: held }, pressed, {
      keys: known,
      pageSize: roomFor({ ...frame, view: before }, size),
      lines: detailLines?.length ?? 0,
    });
  };
  useInput((input, key) => {
    if (key.ctrl && input === 'c') return onInterrupt();
    if (key.ctrl && input === 'z') return onSuspend(latest.current);
    for (const pressed of pressesOf(input, key)) take(pressed);
    setView(latest.current);
    if (latest.current.isLeaving) exit();
  });
  return <Text wrap="truncate-end">{frameLines(frame, size).join('\n')}</Text>;
}
