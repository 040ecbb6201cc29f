import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { problemOfNode } from '@trimtab/core/node-version';
import { applyMallocOptions } from '@trimtab/server/malloc-options';
import { engines, version } from '../package.json';

const problem = problemOfNode('trimtab-server', engines.node, process);
if (problem === null) {
  applyMallocOptions();
  // Imported only now, because an older Node fails while it loads the server.
  const { main } = await import('@trimtab/server/node');
  process.exitCode = await main({
    argv: process.argv.slice(2),
    env: process.env,
    stdout: process.stdout,
    stderr: process.stderr,
    webRoot: fileURLToPath(new URL('./web', import.meta.url)),
    version,
  });
} else {
  process.stderr.write(problem);
  process.exitCode = 2;
}
