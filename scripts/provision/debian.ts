import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { type RunResult, run } from '../processes.ts';
import { isExecutable, onPath } from './executable.ts';

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

type Unpacking = {
  readonly folder: string;
  /** Unpacks into this folder. Returns what was printed. */
  readonly unpack: (folder: string) => Promise<string>;
  /** The path of the program below this folder, or null. */
  readonly program: (folder: string) => string | null;
};

export type UnpackFailure = { readonly why: string; readonly output: string };

/** Unpacks Debian packages into one folder. Returns why it failed, or null. */
export const unpackPackages = (
  packages: readonly string[],
  { folder, program }: Omit<Unpacking, 'unpack'>,
): Promise<UnpackFailure | null> =>
  putInPlace({
    folder,
    program,
    unpack: async (fresh) => {
      const outputs: string[] = [];
      for (const name of packages) outputs.push(await unpackPackage(name, fresh));
      return outputs.join('\n');
    },
  });

/**
 * Unpacks beside `folder`, and renames the result to `folder` once its program has run. So an interrupted run, or a program
 * that cannot run here, leaves nothing that a later run would use.
 */
export async function putInPlace({ folder, unpack, program }: Unpacking): Promise<UnpackFailure | null> {
  const tried = async (root: string): Promise<RunResult | null> => {
    const path = program(root);
    return path !== null && isExecutable(path) ? run(path, ['--version'], { output: 'capture' }) : null;
  };
  const fresh = `${folder}.${process.pid}`;
  try {
    const output = await unpack(fresh);
    const version = await tried(fresh);
    if (version === null) return { why: "Debian's package could not be unpacked", output };
    if (version.code !== 0) return { why: 'it does not run on this machine', output: version.output };
    // Another run may have put the program there in the meantime. Anything else is left from an interrupted run.
    if ((await tried(folder))?.code === 0) return null;
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
    return null;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
