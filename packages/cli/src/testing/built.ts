import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fingerprintOf } from '../../../../scripts/build.ts';
import { systemClock } from '../clock.ts';
import { withLock } from '../config/lock.ts';

const root = join(import.meta.dirname, '../..');
const builds = join(root, 'node_modules/.cache/test-builds');

export const environment = (more: Record<string, string>) => ({
  PATH: process.env['PATH'] ?? '',
  TERM: 'xterm',
  ...more,
});

/**
 * The build of the current sources. The first test file that needs it creates it. The other files wait and share it.
 */
async function sharedBuild(): Promise<string> {
  const name = fingerprintOf('cli');
  const folder = join(builds, name);
  await mkdir(builds, { recursive: true });
  const context = { now: Date.now, clock: systemClock, signal: new AbortController().signal };
  await withLock(join(builds, 'lock'), context, async () => {
    if (existsSync(folder)) return;
    const others = (await readdir(builds)).filter((each) => each !== 'lock');
    const tsup = join(root, 'node_modules/tsup/dist/cli-default.js');
    const temporary = await mkdtemp(`${folder}-`);
    await promisify(execFile)(process.execPath, [tsup, '--out-dir', temporary], { cwd: root });
    // Fails if another process took over the lock of a slow build and finished first. Both builds are equal.
    await rename(temporary, folder).catch(() => rm(temporary, { recursive: true }));
    for (const other of others) await rm(join(builds, other), { recursive: true, force: true });
  });
  return folder;
}

/** The built program in an empty folder without node_modules, as npm installs it. */
export async function buildProgram() {
  const folder = await mkdtemp(join(tmpdir(), 'trimtab-cli-'));
  await cp(await sharedBuild(), join(folder, 'dist'), { recursive: true });
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  const remove = () => rm(folder, { recursive: true, force: true });
  return { folder, program: join(folder, 'dist/trimtab.cjs'), remove };
}

type Ended = {
  code: number | null;
  stdout: string;
  stderr: string;
};

/** Runs a shell command in which `"$NODE" "$CLI"` is the program. */
export function shell(program: string, command: string, more: Record<string, string>): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn('sh', ['-c', command], {
      env: environment({ NODE: process.execPath, CLI: program, ...more }),
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => (stdout += String(chunk)));
    child.stderr.on('data', (chunk) => (stderr += String(chunk)));
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}
