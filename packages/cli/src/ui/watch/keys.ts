import { defaultSort, nextSort, type Sort } from '@trimtab/core';

/** The part of a key press that the live view uses. */
export type KeyPress = {
  input: string;
  name:
    | 'up'
    | 'down'
    | 'left'
    | 'right'
    | 'pageUp'
    | 'pageDown'
    | 'home'
    | 'end'
    | 'enter'
    | 'escape'
    | 'backspace'
    | null;
};

/** The state of the live view without its data. */
export type ViewState = {
  page: 'list' | 'filter' | 'detail';
  filter: string;
  sort: Sort;
  /** The key of the selected row; null for the first row. */
  selected: string | null;
  /** The first visible line of the detail page. */
  scroll: number;
  isLeaving: boolean;
};

export const initialView: ViewState = {
  page: 'list',
  filter: '',
  sort: defaultSort,
  selected: null,
  scroll: 0,
  isLeaving: false,
};

type Facts = {
  /** The keys of the rows in display order. */
  keys: readonly string[];
  /** The number of rows or lines that fit on the screen. */
  pageSize: number;
  /** The number of lines of the detail page. */
  lines: number;
};

const fields: readonly Sort['field'][] = ['name', 'mode', 'cost'];
const byLetter = new Map<string, Sort['field']>([
  ['n', 'name'],
  ['m', 'mode'],
  ['c', 'cost'],
]);

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));

function distance({ name, input }: KeyPress, pageSize: number): number | null {
  if (name === 'down' || input === 'j') return 1;
  if (name === 'up' || input === 'k') return -1;
  if (name === 'pageDown' || input === ' ') return pageSize;
  if (name === 'pageUp') return -pageSize;
  if (name === 'home' || input === 'g') return Number.NEGATIVE_INFINITY;
  if (name === 'end' || input === 'G') return Number.POSITIVE_INFINITY;
  return null;
}

function inFilter(state: ViewState, { name, input }: KeyPress): ViewState {
  if (name === 'enter') return { ...state, page: 'list' };
  if (name === 'escape') return { ...state, page: 'list', filter: '' };
  if (name === 'backspace') return { ...state, filter: Array.from(state.filter).slice(0, -1).join('') };
  return name === null ? { ...state, filter: state.filter + input } : state;
}

function inDetail(state: ViewState, key: KeyPress, { pageSize, lines }: Facts): ViewState {
  if (key.name === 'escape' || key.name === 'left' || key.name === 'backspace' || key.name === 'enter') {
    return { ...state, page: 'list', scroll: 0 };
  }
  const by = distance(key, pageSize);
  return by === null ? state : { ...state, scroll: clamp(state.scroll + by, Math.max(0, lines - pageSize)) };
}

/** A new sort order selects its first row. */
const sortedBy = (state: ViewState, field: Sort['field']): ViewState => ({
  ...state,
  sort: nextSort(state.sort, field),
  selected: null,
});

function sideways(state: ViewState, step: 1 | -1): ViewState {
  const at = fields.indexOf(state.sort.field) + step;
  const field = fields[(at + fields.length) % fields.length] ?? 'name';
  return sortedBy(state, field);
}

function inList(state: ViewState, key: KeyPress, facts: Facts): ViewState {
  const by = distance(key, facts.pageSize);
  if (by !== null) {
    const at = Math.max(0, facts.keys.indexOf(state.selected ?? ''));
    return { ...state, selected: facts.keys[clamp(at + by, facts.keys.length - 1)] ?? null };
  }
  const field = byLetter.get(key.input);
  if (field !== undefined) return sortedBy(state, field);
  if (key.name === 'right') return sideways(state, 1);
  if (key.name === 'left') return sideways(state, -1);
  if (key.name === 'enter') return facts.keys.length === 0 ? state : { ...state, page: 'detail', scroll: 0 };
  if (key.name === 'escape') return { ...state, filter: '' };
  return key.input === '/' ? { ...state, page: 'filter' } : state;
}

const named = new Map<string, KeyPress['name']>([
  ['\r', 'enter'],
  ['\n', 'enter'],
  ['\u007f', 'backspace'],
  ['\b', 'backspace'],
]);

/** Splits input into key presses, because fast typing arrives in one event. */
export function splitPresses(text: string): KeyPress[] {
  return Array.from(text, (character) => {
    const name = named.get(character) ?? null;
    return { name, input: name === null ? character : '' };
  });
}

export function press(state: ViewState, key: KeyPress, facts: Facts): ViewState {
  if (state.page === 'filter') return inFilter(state, key);
  if (key.input === 'q') return { ...state, isLeaving: true };
  return state.page === 'detail' ? inDetail(state, key, facts) : inList(state, key, facts);
}
