import { expect, test } from 'vitest';
import { initialView, type KeyPress, press, splitPresses, type ViewState } from './keys.ts';

const facts = { keys: ['a', 'b', 'c', 'd'], pageSize: 2, lines: 5 };

const key = (word: string): KeyPress =>
  word.length === 1
    ? { input: word, name: null }
    : // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every longer word below is a key name.
      { input: '', name: word as KeyPress['name'] };

const after = (words: string, state: ViewState = initialView): ViewState =>
  words.split(' ').reduce((current, word) => press(current, key(word), facts), state);

test.each([
  ['down', 'b'],
  ['down down up', 'b'],
  ['j j k', 'b'],
  ['pageDown', 'c'],
  ['end', 'd'],
  ['end down', 'd'],
  ['up', 'a'],
  ['G g', 'a'],
])('%s selects %s', (words, selected) => expect(after(words).selected).toBe(selected));

test('sorting selects the first row', () => {
  expect(after('down down c').selected).toBeNull();
  expect(after('end right').selected).toBeNull();
});

test('input with several characters is split into key presses', () => {
  expect(splitPresses('/a\r\u007f')).toEqual([key('/'), key('a'), key('enter'), key('backspace')]);
  expect(
    splitPresses('👩‍💻é')
      .map(({ input }) => input)
      .join(''),
  ).toBe('👩‍💻é');
});

test('a letter sorts, the same letter reverses, and the arrow keys wrap around', () => {
  expect(after('c').sort).toEqual({ field: 'cost', direction: 'descending' });
  expect(after('c c').sort).toEqual({ field: 'cost', direction: 'ascending' });
  expect(after('right').sort.field).toBe('mode');
  expect(after('left').sort.field).toBe('cost');
});

test('the filter accepts every letter, including q and /, until Enter; Escape clears it', () => {
  expect(after('/ q / n')).toMatchObject({ page: 'filter', filter: 'q/n', isLeaving: false });
  expect(after('/ a b backspace enter')).toMatchObject({ page: 'list', filter: 'a' });
  expect(after('/ a escape')).toMatchObject({ page: 'list', filter: '' });
  expect(after('/ a enter escape').filter).toBe('');
});

test('the detail page scrolls within its lines, and every back key returns to the list', () => {
  expect(after('enter').page).toBe('detail');
  expect(after('enter end').scroll).toBe(3);
  expect(after('enter down up up').scroll).toBe(0);
  for (const back of ['escape', 'left', 'backspace', 'enter']) {
    expect(after(`enter down ${back}`)).toMatchObject({ page: 'list', scroll: 0 });
  }
});

test('without rows, Enter and the arrow keys have no effect', () => {
  expect(press(initialView, key('enter'), { ...facts, keys: [] }).page).toBe('list');
  expect(press(initialView, key('down'), { ...facts, keys: [] }).selected).toBeNull();
});

test('q quits from the list and from the detail page', () => {
  expect(after('q').isLeaving).toBe(true);
  expect(after('enter q').isLeaving).toBe(true);
});
