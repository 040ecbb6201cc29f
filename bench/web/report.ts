import { type BuiltPage, gzipBytes } from './build.ts';
import type { Load } from './load.ts';
import type { Many } from './many.ts';

/** One figure of the console and of the bare page, over all runs, with its budget. */
export type Line = {
  what: string;
  own: readonly number[];
  bare: readonly number[] | null;
  unit: 'kB' | 'MB' | 'ms' | '';
  budget: { ratio: number } | { value: number } | null;
  /** Times are only meaningful on a quiet machine; sizes are meaningful everywhere. */
  isTime: boolean;
};

/** The median. */
export const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1] ?? Number.NaN;

/** Whether a line is within its budget. */
export function isHeld({ own, bare, budget }: Line): boolean {
  if (budget === null) return true;
  return 'value' in budget ? median(own) <= budget.value : median(own) / median(bare ?? []) <= budget.ratio;
}

type Visits = { own: BuiltPage; bare: BuiltPage; ownLoads: readonly Load[]; bareLoads: readonly Load[] };

const kilobytes = (page: BuiltPage, files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipBytes(page, file), 0) / 1e3;
const scriptKilobytes = (page: BuiltPage, loads: readonly Load[]) =>
  loads.map(({ scripts }) => kilobytes(page, scripts));
const codeKilobytes = (page: BuiltPage, loads: readonly Load[]) =>
  loads.map(({ scripts, styles }) => kilobytes(page, [...scripts, ...styles]));

/**
 * The figures of the first load. For comparison, OpenCost's console sends 30 requests on its first load. The budgets of
 * times are ratios as well, because milliseconds cannot be compared between machines.
 */
export function lines({ own, bare, ownLoads, bareLoads }: Visits): Line[] {
  const pair = (read: (one: Load) => number) => ({ own: ownLoads.map(read), bare: bareLoads.map(read) });
  return [
    {
      what: 'script until data is shown, gzip -9',
      own: scriptKilobytes(own, ownLoads),
      bare: scriptKilobytes(bare, bareLoads),
      unit: 'kB',
      budget: { ratio: 1.5 },
      isTime: false,
    },
    {
      what: 'script and style until data is shown',
      own: codeKilobytes(own, ownLoads),
      bare: codeKilobytes(bare, bareLoads),
      unit: 'kB',
      budget: { value: 141 },
      isTime: false,
    },
    {
      what: 'requests until data is shown',
      ...pair((one) => one.requests),
      unit: '',
      budget: { value: 20 },
      isTime: false,
    },
    { what: 'requests until at rest', ...pair((one) => one.requestsInAll), unit: '', budget: null, isTime: false },
    {
      what: 'layout shift, in thousandths',
      ...pair((one) => one.layoutShift * 1e3),
      unit: '',
      budget: { value: 20 },
      isTime: false,
    },
    { what: 'heap at rest', ...pair((one) => one.heapBytes / 1e6), unit: 'MB', budget: { value: 4.5 }, isTime: false },
    {
      what: 'first contentful paint',
      ...pair((one) => one.firstPaint),
      unit: 'ms',
      budget: { ratio: 1.1 },
      isTime: true,
    },
    {
      what: 'largest contentful paint',
      ...pair((one) => one.largestPaint),
      unit: 'ms',
      budget: { ratio: 1.6 },
      isTime: true,
    },
    { what: 'data on the screen', ...pair((one) => one.data), unit: 'ms', budget: { ratio: 1.45 }, isTime: true },
    { what: 'total blocking time', ...pair((one) => one.blocked), unit: 'ms', budget: { value: 100 }, isTime: true },
    { what: 'longest task', ...pair((one) => one.longestTask), unit: 'ms', budget: { ratio: 1.2 }, isTime: true },
  ];
}

/** A time, beside that of the bare page if it has a counterpart, with its budget. */
export const timeLine = (
  what: string,
  own: readonly number[],
  most: number | null,
  bare: readonly number[] | null = null,
): Line => ({ what, own, bare, unit: 'ms', budget: most === null ? null : { value: most }, isTime: true });

/** The figures of a further visit, whose files come from the browser's cache. */
export function againLines(own: readonly Load[], bare: readonly Load[]): Line[] {
  const line = (what: string, read: (one: Load) => number) =>
    timeLine(`again: ${what}`, own.map(read), null, bare.map(read));
  return [
    line('largest contentful paint', (one) => one.largestPaint),
    line('data on the screen', (one) => one.data),
    line('total blocking time', (one) => one.blocked),
    {
      ...line('layout shift, in thousandths', (one) => one.layoutShift * 1e3),
      unit: '',
      budget: { value: 20 },
      isTime: false,
    },
  ];
}

const manyTime = (what: string, own: number, most: number | null): Line => timeLine(`many: ${what}`, [own], most);

/** The figures with 10,000 targets, from one visit. The bare page has no counterpart. */
export const manyLines = (taken: Many): Line[] => [
  manyTime('first rows after the list', taken.firstRows, 2_000),
  manyTime('key to result, worst', taken.worstKey, 80),
  manyTime('key to result, middle', taken.middleKey, 40),
  manyTime('longest task', taken.longestTask, 200),
  { ...manyTime('heap', taken.heapBytes / 1e6, 400), unit: 'MB', isTime: false },
];

/** Modules that the first load must not contain: heavy libraries, and code of other pages. Matched by module path. */
const notInFirstLoad: readonly RegExp[] = [
  /node_modules\/recharts\//,
  /node_modules\/@auth0\//,
  /node_modules\/msw\//,
  /node_modules\/yaml\//,
  /\/fixtures\/src\//,
  /\/packages\/server\/src\//,
  /\/packages\/web\/src\/charts\//,
  /\/packages\/web\/src\/features\/(?!home\/|diagnostics\/(?:DiagnosticsAction|use-diagnostics))/,
  /node_modules\/zod\/(?!v4\/(?:core|mini|locales))/,
];

/** The forbidden modules found in the first load. A script that the build does not list is reported as well. */
export function unwanted(page: BuiltPage, scripts: readonly string[]): string[] {
  return scripts.flatMap((script) => {
    const modules = page.modules.get(script);
    if (modules === undefined)
      return script.startsWith('assets/first-calls-') ? [] : [`${script} (of unknown content)`];
    return modules.filter((name) => notInFirstLoad.some((pattern) => pattern.test(name)));
  });
}
