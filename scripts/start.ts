import process from 'node:process';
import { applyMallocOptions } from '../packages/server/src/node/malloc-options.ts';
import { BuildError, ensureBuilt } from './build.ts';
import { endChildrenOnExit } from './processes.ts';

/** `pnpm start`: builds what is stale, then runs the server in this process, so that Ctrl-C reaches it directly. */
const withoutConsole = ['--help', '-h', '--version', '-V', '--doctor', 'migrate-registry', 'migrate', 'copy-store'];
const printsOnly = process.argv.slice(2).some((word) => withoutConsole.includes(word));
const say = (line: string): void => void process.stderr.write(`${line}\n`);
const keepChildren = endChildrenOnExit();

applyMallocOptions();
try {
  await ensureBuilt(printsOnly ? ['server'] : ['server', 'web'], say);
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
keepChildren();

const serve = new URL('../packages/server/dist/serve.js', import.meta.url);
await import(serve.href);
