import { once } from 'node:events';
import { run } from '../program.ts';

/**
 * A whole run in a process of its own, for what only several processes can show. One that was started with a channel says
 * when it is loaded and waits for a word, so that several begin together.
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
