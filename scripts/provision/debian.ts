import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { type RunResult, run } from '../processes.ts';
import { onPath } from './executable.ts';

export const isDebian = (): boolean => process.platform === 'linux' && onPath('apt-get') !== null;

/** Uses `sudo -n` if the user is not root, because it fails immediately instead of asking for a password. */
function asRoot(command: string, args: string[]): Promise<RunResult> {
  const options = { output: 'capture', env: { DEBIAN_FRONTEND: 'noninteractive' } } as const;
  return process.getuid?.() === 0 ? run(command, args, options) : run('sudo', ['-n', command, ...args], options);
}

/** Reads the package lists. A fresh image may have none, and old lists name versions that no longer exist. */
export const updateLists = (): Promise<RunResult> => asRoot('apt-get', ['update']);

export const installPackages = (...names: string[]): Promise<RunResult> =>
  asRoot('apt-get', ['install', '-y', '--no-install-recommends', ...names]);

/**
 * Downloads a package, of this version if one is named, and unpacks it into a folder, without installing it. Returns the
 * output of the last command.
 */
export async function unpackPackage(name: string, folder: string, version?: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const inFolder = { cwd: folder, output: 'capture' } as const;
  const wanted = version === undefined ? name : `${name}=${version}`;
  let download = await run('apt-get', ['download', wanted], inFolder);
  if (download.code !== 0) {
    await updateLists();
    download = await run('apt-get', ['download', wanted], inFolder);
  }
  const archive = readdirSync(folder).find((file) => file.startsWith(`${name}_`) && file.endsWith('.deb'));
  if (!archive) return download.output;
  const unpack = await run('dpkg-deb', ['-x', archive, '.'], inFolder);
  rmSync(join(folder, archive));
  return unpack.output;
}
