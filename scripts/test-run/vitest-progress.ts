import { MinimalReporter, type TestCase, type TestModule, type TestSpecification } from 'vitest/node';
import { createProgress } from './progress.ts';

/** Prints a line of progress every 15 seconds, then the failures and a summary. It hides the output of passing tests. */
export default class VitestProgress extends MinimalReporter {
  private files = 0;
  private suite = '';
  private finishedFiles = 0;
  private finishedTests = 0;
  private readonly progress = createProgress(
    (line) => this.log(line),
    () => performance.now(),
  );

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications);
    this.files = specifications.length;
    this.suite = specifications[0]?.project.name ?? '';
  }

  override onTestCaseResult(testCase: TestCase): void {
    super.onTestCaseResult(testCase);
    this.finishedTests += 1;
    const tests = `${this.finishedTests} tests finished`;
    this.progress.report(`${this.suite}: ${tests}, ${this.finishedFiles} of ${this.files} test files`);
  }

  override onTestModuleEnd(testModule: TestModule): void {
    super.onTestModuleEnd(testModule);
    this.finishedFiles += 1;
  }
}
