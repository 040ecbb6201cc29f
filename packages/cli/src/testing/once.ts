import { once } from 'node:events';
import { run } from '../program.ts';

/**
 * Runs a command line as a child process, for tests with several processes. If it has an IPC channel, it sends a message
 * when it has loaded and waits for one, so that several processes start together.
 */
if (process.send !== undefined) {
  process.send('ready');
  await once(process, 'message');
  process.disconnect();
}
const code = await run(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  environment: process.env,
  now: Date.now,
  signal: new AbortController().signal,
  version: '0.1.0',
});
process.exitCode = code;
