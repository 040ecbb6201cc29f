import { describe, expect, it } from 'vitest';
import { noTests } from './counts.ts';
import { lastLine, type PartResult, summaryTable, totals } from './summary.ts';

const parts: PartResult[] = [
  { title: 'Lint', tookMs: 8_400, counts: noTests },
  { title: 'Format', tookMs: 900, counts: { passed: 0, failed: 1, skipped: 0 }, problem: 'Format failed' },
  { title: 'Unit tests', tookMs: 125_000, counts: { passed: 3_300, failed: 2, skipped: 1 }, problem: 'x' },
];

describe('the summary', () => {
  it('has a line for each part: title, time and result', () => {
    expect(summaryTable(parts)).toBe(
      [
        '  Lint              8 s  passed',
        '  Format            1 s  failed',
        '  Unit tests  2 min 5 s  3300 passed, 2 failed, 1 skipped',
      ].join('\n'),
    );
  });

  it('ends with the sum of all parts', () => {
    expect(lastLine(totals(parts))).toBe('3300 passed, 3 failed, 1 skipped');
  });
});
