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

  it.each([
    ['\t=1', "'^I=1"],
    ['\r=1', "'^M=1"],
    ['\n=1', "'^J=1"],
    ['\u0000=1', "'^@=1"],
    ['＝1', "'＝1"],
    ['\u200b=1', "'=1"],
    ['=cmd|"/c calc"!A1', `"'=cmd|""/c calc""!A1"`],
    ['-38%', "'-38%"],
    ['two\r\nlines', 'two^M^Jlines'],
    ['a,b', '"a,b"'],
    [' a', '" a"'],
    ['web', 'web'],
    ['', ''],
  ])('writes %j on one line if the caller wants single lines', (text, cell) => {
    expect(csvText(null, [[text]], { singleLine: true })).toBe(`${cell}\r\n`);
  });

  it.each([
    ['escape sequences', 'a\u001b[31mb', 'a^[[31mb'],
    ['ASCII control characters', 'a\u0000b\u0007c\td', 'a^@b^Gc^Id'],
    ['a carriage return without a line feed', 'a\rb', 'a^Mb'],
    ['DEL and C1 controls', 'a\u007fb\u009bc', 'a^?b^[c'],
    ['direction overrides and isolates', 'a\u202eb\u2066c', 'abc'],
    ['characters without width', '\u200b=1\ufeff', "'=1"],
    ['line and paragraph separators', 'a\u2028b\u2029c', 'abc'],
    ['controls beside line breaks', 'a\u001b\nb\r\nc', '"a^[\nb\r\nc"'],
  ])('makes %s safe', (_what, text, cell) => {
    expect(csvText([text], [[text]])).toBe(`${cell}\r\n${cell}\r\n`);
  });

  it('writes negative numbers unchanged, and an empty cell for numbers that are not finite', () => {
    expect(csvText([], [[-1, 1e21, 0, Number.NaN, Infinity, null]])).toBe('\r\n-1,1e+21,0,,,\r\n');
  });
});
