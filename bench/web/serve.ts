import process from 'node:process';
import { simulatedPorts } from '@trimtab/fixtures/node';
import { main } from '@trimtab/server/node';

/**
 * Serves the files of a folder with our own server.
 *
 * node bench/web/serve.ts FOLDER [server options]
 */
const [webRoot = '', ...argv] = process.argv.slice(2);

process.exitCode = await main({
  argv,
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  webRoot,
  simulated: async (options) => simulatedPorts(options),
});
