import { describe, expect, it } from 'vitest';
import { plus, readPlaywright, readVitest, skippedInPlaywright, skippedInVitest } from './counts.ts';

const vitest = { numPassedTests: 7, numFailedTests: 0, numFailedTestSuites: 0, numPendingTests: 2, numTodoTests: 1 };

const skipped = (description?: string) => ({ status: 'skipped', annotations: [{ type: 'skip', description }] });

describe('counting', () => {
  it('adds counts', () => {
    const sum = plus({ passed: 1, failed: 2, skipped: 3 }, { passed: 10, failed: 20, skipped: 30 });
    expect(sum).toEqual({ passed: 11, failed: 22, skipped: 33 });
  });

  it('reads the report of Vitest and counts a todo as skipped', () => {
    expect(readVitest(vitest)).toEqual({ passed: 7, failed: 0, skipped: 3 });
  });

  it('counts a suite that did not load as failed', () => {
    expect(readVitest({ ...vitest, numFailedTestSuites: 1 }).failed).toBe(1);
  });

  it('reads the report of Playwright and counts a flaky test as failed', () => {
    const report = { stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 } };
    expect(readPlaywright(report)).toEqual({ passed: 4, failed: 2, skipped: 2 });
  });

  it('rejects a report of unknown shape', () => {
    expect(() => readVitest({})).toThrow(TypeError);
    expect(() => readPlaywright(null)).toThrow(TypeError);
  });

  it('lists the names of the skipped tests', () => {
    const tests = [
      { status: 'passed', fullName: 'a' },
      { status: 'skipped', fullName: 'b (needs a disk)' },
      { status: 'failed', fullName: 'c' },
    ];
    expect(skippedInVitest({ testResults: [{ assertionResults: tests }, {}] })).toEqual(['b (needs a disk)']);
    expect(skippedInVitest(null)).toEqual([]);
  });

  it('lists the names of the skipped end-to-end tests with their reasons', () => {
    const inner = {
      title: 'three replicas',
      specs: [{ title: 'answer alike', tests: [skipped('there is no database')] }],
    };
    const specs = [
      { title: 'starts', tests: [{ status: 'expected', annotations: [] }] },
      { title: 'draws', tests: [skipped()] },
    ];
    expect(skippedInPlaywright({ suites: [{ title: 'a.e2e.ts', specs, suites: [inner] }] })).toEqual([
      'a.e2e.ts › draws',
      'a.e2e.ts › three replicas › answer alike (there is no database)',
    ]);
    expect(skippedInPlaywright(null)).toEqual([]);
  });
});
