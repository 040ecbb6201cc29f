import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import process from 'node:process';
import { inCheckout } from '../checkout.ts';
import { hangMs, type RunResult, run } from '../processes.ts';
import { type Counts, noTests, readPlaywright, readVitest, skippedInPlaywright, skippedInVitest } from './counts.ts';
import { duration, type PartResult } from './summary.ts';

const reports = inCheckout('test-results/reports');
const oneFailure: Counts = { passed: 0, failed: 1, skipped: 0 };
/** With fewer garbage collections, tools written in Go need a sixth less processor time. The lint then uses 1.6 GB. */
const fewerCollections = { GOGC: '200' };
export const print = (line: string): void => void process.stdout.write(`${line}\n`);

export function removeOldReports(): void {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
}

type Outcome = { counts: Counts; problem?: string };

/**
 * The parts of one test run, some of which run in parallel. Runs each part, prints its title and its time, and collects
 * the results.
 */
export class TestRun {
  readonly parts: PartResult[] = [];
  /** The names of the tests that were skipped. */
  readonly skipped: string[] = [];

  fail(problem: string): void {
    print(problem);
    this.parts.push({ title: 'Preparation', tookMs: 0, counts: oneFailure, problem });
  }

  /** Runs one part, prints its title and how it ended, and returns true if it passed. */
  async part(title: string, work: () => Promise<Outcome>): Promise<boolean> {
    print(`\n── ${title}`);
    const startedAt = performance.now();
    const outcome = await work().catch((error: unknown) => ({
      counts: oneFailure,
      problem: error instanceof Error ? error.message : String(error),
    }));
    const tookMs = performance.now() - startedAt;
    print(`   ${outcome.problem ?? `${title}: passed`} (${duration(tookMs)})`);
    this.parts.push({ title, tookMs, ...outcome });
    return outcome.problem === undefined;
  }

  /** Commands that have no tests to count, such as a lint. Two run at a time; only a failed one prints its output. */
  async checks(title: string, commands: readonly (readonly [string, ...string[]])[]): Promise<void> {
    await this.part(title, async () => {
      const problems: string[] = [];
      const queue = commands.values();
      const worker = async (): Promise<void> => {
        for (const [command, ...args] of queue) {
          const result = await run(command, args, { output: 'capture', env: fewerCollections });
          if (result.code === 0) continue;
          print(result.output.trimEnd());
          problems.push(`${[command, ...args].join(' ')} ${howItFailed(result)}`);
        }
      };
      await Promise.all([worker(), worker()]);
      return problems.length === 0 ? { counts: noTests } : { counts: oneFailure, problem: problems.join('; ') };
    });
  }

  async vitest(title: string, project: string, env: Record<string, string>, more: readonly string[] = []) {
    const report = `${reports}/${title.replaceAll(/\W+/g, '-')}.json`;
    const reporters = [
      '--reporter=./scripts/test-run/vitest-progress.ts',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ];
    const mayBeEmpty = more.includes('--passWithNoTests');
    await this.part(title, async () => {
      const result = await run('vitest', ['run', '--project', project, ...reporters, ...more], { env });
      return this.read({ title, result, report, suite: vitestSuite, mayBeEmpty });
    });
  }

  async playwright(title: string, env: Record<string, string>): Promise<void> {
    const report = `${reports}/e2e.json`;
    await this.part(title, async () => {
      const result = await run(
        'playwright',
        ['test', '--config', 'e2e/playwright.config.ts', '--reporter=./scripts/test-run/playwright-progress.ts,json'],
        { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
      );
      return this.read({ title, result, report, suite: playwrightSuite, mayBeEmpty: false });
    });
  }

  /** The counts of a suite's JSON report. A suite that wrote none, or ran no test, counts as failed. */
  private read({ title, result, report, suite, mayBeEmpty }: SuiteRun): Outcome {
    const { counts, skipped } = readReport(report, suite);
    this.skipped.push(...skipped);
    if (result.code === 0 && counts !== null && (counts.passed > 0 || mayBeEmpty)) return { counts };
    const failed = counts === null || counts.failed === 0 ? { ...(counts ?? noTests), failed: 1 } : counts;
    return { counts: failed, problem: `${title} ${howItFailed(result)}` };
  }
}

type SuiteRun = {
  title: string;
  result: RunResult;
  report: string;
  suite: Suite;
  mayBeEmpty: boolean;
};

/** How the report of a test runner is read. */
type Suite = { count: (json: unknown) => Counts; skipped: (json: unknown) => string[] };
const vitestSuite: Suite = { count: readVitest, skipped: skippedInVitest };
const playwrightSuite: Suite = { count: readPlaywright, skipped: skippedInPlaywright };

function readReport(path: string, { count, skipped }: Suite): { counts: Counts | null; skipped: string[] } {
  try {
    const json: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return { counts: count(json), skipped: skipped(json) };
  } catch {
    // The suite ended before it wrote a report. Its exit code and its output show the reason.
    return { counts: null, skipped: [] };
  }
}

const howItFailed = ({ isHung }: RunResult): string =>
  isHung ? `was stopped: it printed nothing for ${duration(hangMs)} and no test finished in that time` : 'failed';
