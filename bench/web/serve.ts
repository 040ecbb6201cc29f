import process from 'node:process';
import { simulatedPorts } from '@trimtab/fixtures/node';
import { main } from '@trimtab/server/node';

/** Our own server beside another page: node serve.ts FOLDER [options of the server] */
const [webRoot = '', ...argv] = process.argv.slice(2);

process.exitCode = await main({
  argv,
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  webRoot,
  simulated: async (options) => simulatedPorts(options),
});
