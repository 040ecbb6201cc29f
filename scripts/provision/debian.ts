import process from 'node:process';
import { type RunResult, run } from '../processes.ts';
import { onPath } from './executable.ts';

export const isDebian = (): boolean => process.platform === 'linux' && onPath('apt-get') !== null;

/** `sudo -n` where we are not root: it fails at once rather than ask for a password. */
function asRoot(command: string, args: string[]): Promise<RunResult> {
  const environment = { DEBIAN_FRONTEND: 'noninteractive' };
  const options = { timeout: 300_000, output: 'capture', env: environment } as const;
  return process.getuid?.() === 0 ? run(command, args, options) : run('sudo', ['-n', command, ...args], options);
}

/** Package lists may be absent on a fresh image, and old ones point at versions that are gone. */
export const updateLists = (): Promise<RunResult> => asRoot('apt-get', ['update']);

export const installPackages = (...names: string[]): Promise<RunResult> =>
  asRoot('apt-get', ['install', '-y', '--no-install-recommends', ...names]);
