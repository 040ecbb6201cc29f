import { expect, test } from 'vitest';
import { type TextColumn, table } from '../../output/table.ts';
import { frameLines, type LiveFrame, roomFor } from './frame.ts';
import { initialView } from './keys.ts';

const column: TextColumn<string> = { id: 'name', header: 'NAME', text: (name) => name, minimum: 4 };
const rows = Array.from({ length: 50 }, (_, index) => `target-${index}`);

const frame = (more: Partial<LiveFrame> = {}): LiveFrame => ({
  title: 'Trimtab · shop',
  status: 'as of 09:30',
  problem: null,
  tiles: [
    { label: 'Targets', value: '50', style: 'strong' },
    { label: 'Yearly Waste', value: '$1.2K', style: 'warn' },
  ],
  table: table(rows, [column]),
  at: 0,
  empty: 'There are no targets yet.',
  view: initialView,
  detail: null,
  color: false,
  ...more,
});

test('the exact lines of a small screen', () => {
  expect(frameLines(frame({ at: 1 }), { columns: 40, rows: 10 })).toEqual([
    'Trimtab · shop               as of 09:30',
    'Targets 50   Yearly Waste $1.2K',
    '',
    '  NAME',
    '  target-0',
    '› target-1',
    '  target-2',
    '',
    'q quit · ↑↓ select · Enter detail · / f…',
  ]);
});

test.each([
  [20, 6],
  [40, 8],
  [80, 24],
  [200, 50],
])('%i by %i: the frame fills the terminal and no line is too wide', (columns, height) => {
  for (const at of [0, 25, 49]) {
    const lines = frameLines(frame({ at }), { columns, rows: height });
    expect(lines).toHaveLength(height - 1);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(Math.max(columns, 21));
  }
});

test('on a small terminal the key figures leave room for the list', () => {
  const tiles = Array.from({ length: 8 }, (_, index) => ({
    label: `Figure ${index}`,
    value: '1',
    style: 'strong' as const,
  }));
  const lines = frameLines(frame({ tiles }), { columns: 20, rows: 12 });
  expect(lines.slice(1, 9)).toEqual([
    'Figure 0 1',
    'Figure 1 1',
    'Figure 2 1',
    '',
    '  NAME',
    '› target-0',
    '  target-1',
    '  target-2',
  ]);
});

test('the body before the first response, without rows and after an error', () => {
  const size = { columns: 60, rows: 12 };
  expect(frameLines(frame({ table: null }), size)).toContain('Loading …');
  expect(frameLines(frame({ table: table([], [column]) }), size)).toContain('There are no targets yet.');
  const problem = { text: 'No response from the API.', style: 'bad' } as const;
  const failed = frameLines(frame({ problem }), size);
  expect(failed[0]).toMatch(/as of 09:30$/);
  expect(failed).toEqual(expect.arrayContaining(['No response from the API.', '› target-0']));
  const never = frameLines(frame({ problem, status: '', table: null }), size);
  expect(never).toEqual(
    expect.arrayContaining(['No response from the API.', 'No data yet. Press r to try again now.']),
  );
});

test('the detail page scrolls, and the filter line shows the typed text and the number of matches', () => {
  const size = { columns: 60, rows: 10 };
  const view = { ...initialView, page: 'detail', scroll: 3 } as const;
  const shown = frame({ view, detail: rows });
  expect(frameLines(shown, size)[2]).toBe('target-3');
  expect(roomFor(shown, size)).toBe(6);
  const filtered = frame({ view: { ...initialView, page: 'filter', filter: 'a\u001b[2J' } });
  expect(frameLines(filtered, size)).toContain('/a^[[2J▏  50 found');
});

test.each([0, 25, 49])('the selected row %i is always visible', (at) => {
  for (const rowCount of [8, 24, 50]) {
    expect(frameLines(frame({ at }), { columns: 80, rows: rowCount })).toContain(`› target-${at}`);
  }
});
