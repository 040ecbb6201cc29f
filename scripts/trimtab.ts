import { createRequire } from 'node:module';
import process from 'node:process';
import { BuildError, ensureBuilt } from './build.ts';
import { endChildrenWithUs } from './processes.ts';

/** `pnpm trimtab …`: the CLI from the workspace, built when it is stale and run in this process. */
const letGo = endChildrenWithUs();

try {
  await ensureBuilt(['cli'], (line) => process.stderr.write(`${line}\n`));
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
letGo();

createRequire(import.meta.url)('../packages/cli/dist/trimtab.cjs');
