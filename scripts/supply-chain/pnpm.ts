import process from 'node:process';
import { type RunResult, run } from '../processes.ts';

const version = '12.21.0';

/** Runs pnpm: the one that started this script, otherwise the one that the documentation names. */
export function runPnpm(args: readonly string[]): Promise<RunResult> {
  const own = process.env['npm_execpath'];
  return own !== undefined && /pnpm[^/]*$/.test(own)
    ? run(own, args, { output: 'capture' })
    : run('npx', ['-y', `pnpm@${version}`, ...args], { output: 'capture' });
}
