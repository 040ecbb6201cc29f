import process from 'node:process';
import { BuildError, ensureBuilt, partNames } from './build.ts';
import { endChildrenOnExit, run } from './processes.ts';
import { provisionPrograms } from './provision/programs.ts';

/**
 * `pnpm unit`, `pnpm browser` and `pnpm e2e`: run one suite, with the same Chromium and Prometheus as `pnpm test`.
 * Further arguments, such as paths, are passed to the test runner.
 */
const commands: Readonly<Record<string, readonly [string, ...string[]]>> = {
  unit: ['vitest', 'run', '--project', 'unit'],
  browser: ['vitest', 'run', '--project', 'browser'],
  e2e: ['playwright', 'test', '--config', 'e2e/playwright.config.ts'],
};
const say = (line: string): void => void process.stderr.write(`${line}\n`);

const [suite = '', ...more] = process.argv.slice(2);
const command = commands[suite];
if (command === undefined) {
  say(`There is no suite named "${suite}". The suites are: ${Object.keys(commands).join(', ')}.`);
  process.exit(2);
}
endChildrenOnExit();
const { programs, problems } = await provisionPrograms(say);
// A missing program is not an error here: the tests that need it fail or are skipped, and the others run.
for (const problem of problems) say(problem);
if (suite === 'e2e') {
  try {
    await ensureBuilt(partNames, say);
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    say(error.message);
    process.exit(1);
  }
}
const [program, ...args] = command;
const { code } = await run(program, [...args, ...more], { output: 'inherit', env: { ...programs } });
process.exit(code);
