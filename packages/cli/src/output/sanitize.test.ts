import { sanitize } from '@trimtab/core';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { draw } from '../ui/screen.ts';
import { csv } from './csv.ts';
import { json } from './json.ts';
import { sanitizeCell } from './sanitize.ts';
import { ourSequences } from './style.ts';
import { tabSeparated } from './tab-separated.ts';
import { type TextColumn, table } from './table.ts';
import { createWriter } from './writer.ts';
import { yaml } from './yaml.ts';

const runs = 5_000;
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '\u001b]8;;http://evil\u0007click\u001b]8;;\u0007',
    '\u001b]52;c;ZXZpbA==\u0007',
    '\u001b]0;title\u0007',
    '\u001b[31mred\u001b[0m',
    '\u009b31mred',
    'a\rb\nc\td',
    '\u202egnp.exe',
    'zero\u200bwidth\ufeff',
    '\u2028line\u2029paragraph',
    '\ud800lonely',
    'constructor',
    '__proto__',
    '=1+1',
  ),
);
/** What must never reach a terminal: control characters except our line breaks, and invisible characters. */
const forbidden = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const columns: TextColumn<string>[] = [
  { id: 'name', header: 'NAME', text: (name) => name, minimum: 4 },
  { id: 'tail', header: 'TAIL', text: () => 'end' },
];

/** The text that a writer passes to its stream. */
function written(write: (writer: ReturnType<typeof createWriter>) => Promise<void>): string {
  let out = '';
  void write(
    createWriter({
      write(text, done) {
        out += text;
        done();
        return true;
      },
    }),
  );
  return out;
}

test('JSON is sanitized and parses to the same data', () => {
  fc.assert(
    fc.property(hostile, (name) => {
      const out = written((writer) => writer.text(json({ [`k${name}`]: name })));
      expect(out).not.toMatch(forbidden);
      expect(JSON.parse(out)).toEqual({ [`k${name}`]: name });
    }),
    { numRuns: runs },
  );
});

test('YAML is sanitized and parses to the same data', () => {
  fc.assert(
    fc.property(hostile, (name) => {
      const out = written((writer) => writer.text(yaml({ name, items: [{ [`k${name}`]: 1 }] })));
      expect(out).not.toMatch(forbidden);
      expect(parse(out)).toEqual({ name: name.toWellFormed(), items: [{ [`k${name.toWellFormed()}`]: 1 }] });
    }),
    { numRuns: runs },
  );
});

test('CSV is sanitized, with one record per row', () => {
  fc.assert(
    fc.property(hostile, (name) => {
      const out = written((writer) => writer.records(csv([name], columns, true)));
      expect(out.replaceAll('\r\n', '\n')).not.toMatch(forbidden);
      expect(out.split('\r\n')).toHaveLength(3);
    }),
    { numRuns: runs },
  );
});

test('a piped table is sanitized, with one line per row and one cell per column', () => {
  fc.assert(
    fc.property(hostile, (name) => {
      const out = written((writer) =>
        writer.rows(tabSeparated(table([name], columns), { headers: true, color: false })),
      );
      expect(out.replaceAll('\t', '')).not.toMatch(forbidden);
      expect(
        out
          .trimEnd()
          .split('\n')
          .map((line) => line.split('\t').length),
      ).toEqual([2, 2]);
    }),
    { numRuns: runs },
  );
});

test('a screen is sanitized except for our color sequences', () => {
  const names = fc.array(hostile, { minLength: 50, maxLength: 50 });
  fc.assert(
    fc.property(names, (rows) => {
      const painted = columns.map((column) => ({ ...column, style: () => 'bad' as const }));
      const out = written(async (writer) => {
        for (const part of draw([table(rows, painted)], { columns: 40, color: true }).parts) await writer.drawn(part);
      });
      expect(out.replaceAll(ourSequences, '')).not.toMatch(forbidden);
    }),
    { numRuns: runs / 50 },
  );
});

test('error messages are sanitized', () => {
  fc.assert(
    fc.property(hostile, (message) => {
      expect(written((writer) => writer.text(`trimtab: ${message}\n`))).not.toMatch(forbidden);
    }),
    { numRuns: runs },
  );
});

test('control characters are shown in caret notation', () => {
  expect(sanitize('a\u001b[31mb\r\n\u0000\u007f\u009b')).toBe('a^[[31mb^M^J^@^?^[');
  expect(sanitize('\u202eabc\u200b')).toBe('abc');
});

test('a cell is cut at 2,000 graphemes', () => {
  expect(sanitizeCell('x'.repeat(2_000))).toHaveLength(2_000);
  expect(sanitizeCell('x'.repeat(2_001))).toBe(`${'x'.repeat(1_999)}…`);
});
