import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { draw } from '../ui/screen.tsx';
import { csv } from './csv.ts';
import { json } from './json.ts';
import { sanitize, sanitizeCell } from './sanitize.ts';
import { ourSequences } from './style.ts';
import { tabSeparated } from './tab-separated.ts';
import { type Column, table } from './table.ts';
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
/** What may never reach a terminal: controls but the line breaks of ours, and characters that show nothing. */
const forbidden = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const columns: Column<string>[] = [
  { id: 'name', header: 'NAME', text: (name) => name, minimum: 4 },
  { id: 'tail', header: 'TAIL', text: () => 'end' },
];

/** What a writer hands to its stream. */
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

test('JSON is sanitized, and still the same data', () => {
  fc.assert(
    fc.property(hostile, (name) => {
      const out = written((writer) => writer.text(json({ [`k${name}`]: name })));
      expect(out).not.toMatch(forbidden);
      expect(JSON.parse(out)).toEqual({ [`k${name}`]: name });
    }),
    { numRuns: runs },
  );
});

test('YAML is sanitized, and still the same data', () => {
  fc.assert(
    fc.property(hostile, (name) => {
      const out = written((writer) => writer.text(yaml({ name, items: [{ [`k${name}`]: 1 }] })));
      expect(out).not.toMatch(forbidden);
      expect(parse(out)).toEqual({ name: name.toWellFormed(), items: [{ [`k${name.toWellFormed()}`]: 1 }] });
    }),
    { numRuns: runs },
  );
});

test('CSV is sanitized, one record a row', () => {
  fc.assert(
    fc.property(hostile, (name) => {
      const out = written((writer) => writer.records(csv([name], columns, true)));
      expect(out.replaceAll('\r\n', '\n')).not.toMatch(forbidden);
      expect(out.split('\r\n')).toHaveLength(3);
    }),
    { numRuns: runs },
  );
});

test('a piped table is sanitized, one line a row, as many cells as columns', () => {
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

test('a screen is inert but for our own colors', () => {
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

test('a message is sanitized, whatever a server put into it', () => {
  fc.assert(
    fc.property(hostile, (message) => {
      expect(written((writer) => writer.text(`trimtab: ${message}\n`))).not.toMatch(forbidden);
    }),
    { numRuns: runs },
  );
});

test('controls are shown in caret form, so that nothing is silently lost', () => {
  expect(sanitize('a\u001b[31mb\r\n\u0000\u007f\u009b')).toBe('a^[[31mb^M^J^@^?^[');
  expect(sanitize('\u202eabc\u200b')).toBe('abc');
});

test('a cell ends at 253 graphemes', () => {
  expect(sanitizeCell('x'.repeat(253))).toHaveLength(253);
  expect(sanitizeCell('x'.repeat(300))).toBe(`${'x'.repeat(252)}…`);
});
