import process from 'node:process';
import packageJson from '../package.json' with { type: 'json' };
import { baseCommit } from './base-commit.ts';
import { ensureBuilt, partNames } from './build.ts';
import { endChildrenOnExit } from './processes.ts';
import { findPrograms, provisionPrograms } from './provision/programs.ts';
import { noTests } from './test-run/counts.ts';
import { print, removeOldReports, TestRun } from './test-run/parts.ts';
import { duration, lastLine, summaryTable, totals } from './test-run/summary.ts';

/**
 * `pnpm test`: all checks that must pass before a change lands. A failed part does not stop the run, so that one run
 * shows every failure. A part that cannot run counts as failed, not as skipped. `--quick` checks types, lint and format,
 * and runs only the unit tests that the change affects.
 */
const usage = 'Usage: pnpm test [--quick]';

const words = process.argv.slice(2);
const quick = words.length === 1 && words[0] === '--quick';
if (words.length > 0 && !quick) {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}

/** The commands of `pnpm typecheck`. Each project is checked by one thread, because two of them run at a time. */
const typeChecks = packageJson.scripts.typecheck
  .split(' && ')
  .map((command): [string, ...string[]] => ['tsc', '--singleThreaded', ...command.split(' ').slice(1)]);

async function runChecks(testRun: TestRun): Promise<void> {
  await testRun.checks('Types', typeChecks);
  await testRun.checks('Lint', [['oxlint', '--type-aware', '--deny-warnings']]);
  await testRun.checks('Format', [['biome', 'check', '.']]);
  await testRun.checks('Unused code', [['knip', '--no-progress']]);
}

/**
 * The end-to-end tests often wait for timers and other processes, so everything else runs at the same time. It writes to no
 * build: the unit tests that need a changed CLI build their own.
 */
async function testEverything(testRun: TestRun): Promise<void> {
  const { programs, problems } = await provisionPrograms(print);
  for (const problem of problems) testRun.fail(problem);
  const hasBrowser = programs.TRIMTAB_CHROMIUM !== undefined;
  const built = testRun.part('Build', async () => {
    await ensureBuilt(partNames, (line) => print(`   ${line}`));
    return { counts: noTests };
  });
  const endToEnd = built.then((isBuilt) =>
    hasBrowser && isBuilt ? testRun.playwright('End-to-end tests', programs) : undefined,
  );
  await runChecks(testRun);
  await built;
  const unit = testRun.vitest('Unit tests', 'unit', programs);
  // The browser tests use one core. They begin when one of the other suites has ended.
  await Promise.race([unit, endToEnd]);
  if (hasBrowser) await testRun.vitest('Browser tests', 'browser', programs);
  else
    print('\nBrowser tests and end-to-end tests did not run, because Chromium is missing. The run counts as failed.');
  await Promise.all([unit, endToEnd]);
}

async function testQuickly(testRun: TestRun): Promise<void> {
  await runChecks(testRun);
  const programs = findPrograms();
  const base = await baseCommit();
  await testRun.vitest('Unit tests that the change affects', 'unit', programs, [
    '--changed',
    base,
    '--passWithNoTests',
  ]);
  await testRun.vitest('Rules of the repository', 'unit', programs, ['architecture.test.ts', 'scripts/citations']);
  print(`\nCompared with commit ${base.slice(0, 12)}.`);
  print('Not run: the other unit tests, the browser tests and the end-to-end tests. `pnpm test` runs everything.');
}

try {
  findPrograms();
} catch (error) {
  // A variable that names no program concerns several parts.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(2);
}

const startedAt = performance.now();
const testRun = new TestRun();
endChildrenOnExit();
removeOldReports();

await (quick ? testQuickly(testRun) : testEverything(testRun));

const list = (lines: readonly string[]): string => lines.map((line) => `  ${line}`).join('\n');
const problems = testRun.parts.flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
if (testRun.skipped.length > 0) print(`\nSkipped tests:\n${list(testRun.skipped)}`);
if (problems.length > 0) print(`\nFailed:\n${list(problems)}`);
print(`\nThe run took ${duration(performance.now() - startedAt)}:\n${summaryTable(testRun.parts)}\n`);
const counts = totals(testRun.parts);
print(lastLine(counts));
process.exit(counts.failed === 0 && (quick || counts.passed > 0) ? 0 : 1);
