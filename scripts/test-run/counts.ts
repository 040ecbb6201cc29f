/**
 * The numbers of tests by result. A test that passed only on a second try counts as failed, because tests are not
 * retried.
 */
export type Counts = { passed: number; failed: number; skipped: number };

export const noTests: Counts = { passed: 0, failed: 0, skipped: 0 };

export const plus = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

function numberAt(report: unknown, ...path: readonly string[]): number {
  let at: unknown = report;
  for (const key of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined;
  if (typeof at !== 'number') throw new TypeError(`The report has no number at ${path.join('.')}`);
  return at;
}

/** Counts Vitest's JSON report. A suite that failed to load has no tests and counts as one failure. */
export function readVitest(report: unknown): Counts {
  const failedTests = numberAt(report, 'numFailedTests');
  const failedSuites = numberAt(report, 'numFailedTestSuites');
  return {
    passed: numberAt(report, 'numPassedTests'),
    failed: failedTests === 0 && failedSuites > 0 ? failedSuites : failedTests,
    skipped: numberAt(report, 'numPendingTests') + numberAt(report, 'numTodoTests'),
  };
}

/** Counts Playwright's JSON report. */
export function readPlaywright(report: unknown): Counts {
  return {
    passed: numberAt(report, 'stats', 'expected'),
    failed: numberAt(report, 'stats', 'unexpected') + numberAt(report, 'stats', 'flaky'),
    skipped: numberAt(report, 'stats', 'skipped'),
  };
}

/** The full names of the tests that Vitest skipped. */
export function skippedInVitest(report: unknown): string[] {
  return listAt(report, 'testResults')
    .flatMap((file) => listAt(file, 'assertionResults'))
    .filter((test) => !['passed', 'failed'].includes(textAt(test, 'status')))
    .map((test) => textAt(test, 'fullName'));
}

/** The full names of the tests that Playwright skipped, with their reasons. */
export function skippedInPlaywright(report: unknown): string[] {
  return listAt(report, 'suites').flatMap((suite) => skippedInSuite(suite, []));
}

function skippedInSuite(suite: unknown, above: readonly string[]): string[] {
  const titles = [...above, textAt(suite, 'title')];
  const own = listAt(suite, 'specs').flatMap((spec) =>
    listAt(spec, 'tests')
      .filter((test) => textAt(test, 'status') === 'skipped')
      .map((test) => {
        const reasons = listAt(test, 'annotations').map((annotation) => valueAt(annotation, 'description'));
        const reason = reasons.find((text) => typeof text === 'string');
        return `${[...titles, textAt(spec, 'title')].join(' › ')}${reason === undefined ? '' : ` (${reason})`}`;
      }),
  );
  return [...own, ...listAt(suite, 'suites').flatMap((one) => skippedInSuite(one, titles))];
}

const valueAt = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

function listAt(value: unknown, key: string): unknown[] {
  const list = valueAt(value, key);
  return Array.isArray(list) ? list : [];
}

const textAt = (value: unknown, key: string): string => String(valueAt(value, key));
