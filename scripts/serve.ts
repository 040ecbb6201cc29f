import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { main } from '@trimtab/server/node';

/** The server of a checkout, with the simulated cluster. `packages/trimtab-server` builds the deployed one, without it. */
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
