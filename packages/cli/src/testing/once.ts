import { run } from '../program.ts';

/** A whole run in a process of its own, for what only several processes can show. It keeps stdout and stderr. */
const code = await run(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  environment: process.env,
  now: Date.now,
  signal: new AbortController().signal,
  version: '0.1.0',
});
process.exitCode = code;
