import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import process from 'node:process';
import { ensureBuilt, partNames } from './build.ts';
import { inCheckout, root } from './checkout.ts';
import { endChildrenWithUs, run } from './processes.ts';
import { provisionChromium } from './provision/chromium.ts';
import { provisionPrometheus } from './provision/prometheus.ts';
import { type Counts, noTests, plus, readPlaywright, readVitest, skippedInVitest } from './test-counts.ts';

/**
 * `pnpm test`: everything that must hold before a change lands, in the order in which a fault is cheapest to find.
 * It goes on after a failure, so that one run tells all; a step that cannot run counts as failed, never as skipped.
 */
const minutes = (count: number): number => count * 60_000;
const reports = inCheckout('test-results/reports');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const started = Date.now();
const elapsed = (): string => `${Math.round((Date.now() - started) / 1000)} s`;

let counts: Counts = noTests;
const problems: string[] = [];
const skipped: string[] = [];

/** A check has no tests to count: it is silent when it passes, and one failure when it does not. */
async function check(title: string, command: string, args: readonly string[]): Promise<void> {
  say(`\n── ${title} (${elapsed()})`);
  const result = await run(command, args, { timeout: minutes(5) });
  if (result.code === 0) return;
  problems.push(`${title} failed${result.timedOut ? ': it took over 5 minutes' : ''}`);
  counts = plus(counts, { passed: 0, failed: 1, skipped: 0 });
}

type Suite = {
  title: string;
  command: string;
  args: readonly string[];
  report: string;
  read: (json: unknown) => Counts;
  timeout: number;
  env: Record<string, string>;
};

async function suite({ title, command, args, report, read, timeout, env }: Suite): Promise<void> {
  say(`\n── ${title} (${elapsed()})`);
  const result = await run(command, args, { timeout, env });
  let counted: Counts | null = null;
  try {
    const json: unknown = JSON.parse(readFileSync(report, 'utf8'));
    counted = read(json);
    skipped.push(...skippedInVitest(json));
  } catch {
    // No report: the runner itself broke, which its exit code says below.
  }
  counts = plus(counts, counted ?? noTests);
  if (result.code === 0 && counted && counted.passed > 0) return;
  problems.push(result.timedOut ? `${title} did not end within ${timeout / 60_000} minutes` : `${title} failed`);
  if (!counted || counted.failed === 0) counts = plus(counts, { passed: 0, failed: 1, skipped: 0 });
}

function vitestProject(project: string, title: string, timeout: number, env: Record<string, string>): Promise<void> {
  const report = `${reports}/${project}.json`;
  const args = ['run', '--project', project, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  return suite({ title, command: 'vitest', args, report, read: readVitest, timeout, env });
}

/** Every tsconfig of the workspace; a package may have one per environment that its files run in. */
const typeProjects = (): string[] =>
  globSync(['packages/*/tsconfig*.json', 'fixtures/tsconfig*.json', 'e2e/tsconfig.json'], {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  }).toSorted();

endChildrenWithUs();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const chromium = await provisionChromium(say);
const prometheus = await provisionPrometheus(say);
const environment: Record<string, string> = {};
if (chromium.path !== null) environment['TRIMTAB_CHROMIUM'] = chromium.path;
else problems.push(chromium.problem);
if (prometheus.path !== null) environment['PROMETHEUS_BIN'] = prometheus.path;
else problems.push(prometheus.problem);
for (const problem of problems) say(problem);
const unprovisioned = problems.length;
counts = plus(counts, { passed: 0, failed: unprovisioned, skipped: 0 });

for (const project of typeProjects()) await check(`Types of ${project}`, 'tsc', ['--noEmit', '-p', project]);
await check('Lint', 'oxlint', ['--type-aware', '--deny-warnings']);
await check('Format', 'biome', ['check', '.']);
await vitestProject('unit', 'Unit tests', minutes(6), environment);

if (chromium.path === null) {
  say('\nBrowser and end-to-end tests cannot run without Chromium; they count as failed.');
} else {
  await vitestProject('browser', 'Browser tests', minutes(6), environment);
  say(`\n── Build (${elapsed()})`);
  try {
    await ensureBuilt(partNames, say);
    await suite({
      title: 'End-to-end tests',
      command: 'playwright',
      args: ['test', '--config', 'e2e/playwright.config.ts'],
      report: `${reports}/e2e.json`,
      read: readPlaywright,
      timeout: minutes(9),
      env: environment,
    });
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
    counts = plus(counts, { passed: 0, failed: 1, skipped: 0 });
  }
}

if (skipped.length > 0) say(`\nWhat was skipped:\n${skipped.map((name) => `  ${name}`).join('\n')}`);
if (problems.length > 0) say(`\nWhat failed:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
say(`\nTook ${elapsed()}.`);
say(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1);
