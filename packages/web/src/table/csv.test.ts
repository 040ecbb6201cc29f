import { describe, expect, it } from 'vitest';
import { csvText } from './csv.ts';

describe('csvText', () => {
  it('writes RFC 4180: commas, quotes and line breaks inside a cell', () => {
    expect(
      csvText(
        ['name', 'value'],
        [
          ['a,b', 1],
          ['say "hi"', null],
          ['two\nlines', -0.5],
        ],
      ),
    ).toBe('name,value\r\n"a,b",1\r\n"say ""hi""",\r\n"two\nlines",-0.5\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@x', '\tx', '\0x', '\rx', '\nx', '＝1', '＋1', '－1', '＠x'])(
    'escapes the start of a formula: %j',
    (text) => {
      const cell = csvText([], [[text]])
        .split('\r\n')
        .slice(1)
        .join('\r\n');
      expect(cell.replace(/^"/, '')).toMatch(/^'/);
    },
  );

  it('writes negative numbers unchanged, and an empty cell for numbers that are not finite', () => {
    expect(csvText([], [[-1, Number.NaN, Infinity]])).toBe('\r\n-1,,\r\n');
  });
});
