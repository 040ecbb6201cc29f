import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { main } from '@trimtab/server/node';

/**
 * The server of a checkout, with the simulated cluster. A deployed server is built from `packages/server` alone and does
 * not contain the simulated cluster.
 */
const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));

process.exitCode = await main({
  argv: process.argv.slice(2),
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  webRoot,
  simulated: async (options) => {
    const { simulatedPorts } = await import('@trimtab/fixtures/node');
    return simulatedPorts(options);
  },
});
