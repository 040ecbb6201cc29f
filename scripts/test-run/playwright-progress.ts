import process from 'node:process';
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from 'playwright/types/testReporter';
import { createProgress } from './progress.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const describeError = ({ stack, message, value, snippet }: TestError): string =>
  [stack ?? message ?? value ?? 'unknown error', ...(snippet === undefined ? [] : [snippet])].join('\n');

/** Prints a line of progress every 15 seconds while steps finish, and each failure when it happens. */
export default class PlaywrightProgress implements Reporter {
  private total = 0;
  private finished = 0;
  private readonly progress = createProgress(print, () => performance.now());

  onBegin(_config: FullConfig, suite: Suite): void {
    this.total = suite.allTests().length;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    this.finished += 1;
    if (result.status !== test.expectedStatus) {
      print(`\n✘ ${test.titlePath().filter(Boolean).join(' › ')} (${result.status})`);
      for (const error of result.errors) print(describeError(error));
    }
    this.reportProgress();
  }

  /** A step is one action or expectation. It shows progress of a long test before the test finishes. */
  onStepEnd(): void {
    this.reportProgress();
  }

  private reportProgress(): void {
    // Other suites may print their progress at the same time.
    this.progress.report(`end-to-end: ${this.finished} of ${this.total} tests finished`);
  }

  onError(error: TestError): void {
    print(describeError(error));
  }

  printsToStdio(): boolean {
    return true;
  }
}
