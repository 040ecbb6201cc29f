import { createRequire } from 'node:module';
import process from 'node:process';
import { BuildError, ensureBuilt } from './build.ts';
import { endChildrenOnExit } from './processes.ts';

/** `pnpm trimtab …`: builds the CLI if it is stale, then runs it in this process. */
const keepChildren = endChildrenOnExit();

try {
  await ensureBuilt(['cli'], (line) => process.stderr.write(`${line}\n`));
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
keepChildren();

createRequire(import.meta.url)('../packages/cli/dist/trimtab.cjs');
