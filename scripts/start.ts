import process from 'node:process';
import { BuildError, ensureBuilt } from './build.ts';
import { endChildrenWithUs } from './processes.ts';

/** `pnpm start`: builds what is stale, then serves console and API in this process, so that Ctrl-C reaches the server. */
const asksForWords = process.argv
  .slice(2)
  .some((word) => ['--help', '-h', '--version', '-V', '--doctor'].includes(word));
const say = (line: string): void => void process.stderr.write(`${line}\n`);
const letGo = endChildrenWithUs();

try {
  await ensureBuilt(asksForWords ? ['server'] : ['server', 'web'], say);
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
letGo();

const serve = new URL('../packages/server/dist/serve.js', import.meta.url);
await import(serve.href);
