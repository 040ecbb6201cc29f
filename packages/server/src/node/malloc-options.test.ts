import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { applyMallocOptions, mallocOptions } from './malloc-options.ts';

const program = `
  import { applyMallocOptions } from ${JSON.stringify(new URL('malloc-options.ts', import.meta.url).href)};
  applyMallocOptions();
  const { pid, execArgv, argv, env } = process;
  console.log(JSON.stringify({ pid, option: execArgv[0], word: argv.at(-1), env }));`;

async function run(env: Record<string, string>) {
  const words = ['--max-semi-space-size=8', '--input-type=module', '-e', program, 'word'];
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { pid: child.pid, printed: JSON.parse(printed) };
}

test.runIf(process.platform === 'linux')('the program starts again as the same process, with its words', async () => {
  const { pid, printed } = await run({ HOME: '/home/op' });
  const env = { HOME: '/home/op', ...mallocOptions };
  expect(printed).toEqual({ pid, option: '--max-semi-space-size=8', word: 'word', env: expect.objectContaining(env) });
});

test('it does not start again if the environment has options of malloc', async () => {
  const { printed } = await run({ MALLOC_ARENA_MAX: '2' });
  expect(printed.env).toMatchObject({ MALLOC_ARENA_MAX: '2' });
  expect(printed.env).not.toHaveProperty('MALLOC_TRIM_THRESHOLD_');
});

test('other systems are left alone', () => {
  applyMallocOptions({ ...process, env: {}, platform: 'darwin', execve: () => expect.unreachable() });
});
