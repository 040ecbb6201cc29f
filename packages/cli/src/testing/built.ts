import { execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');

export const environment = (more: Record<string, string>) => ({
  PATH: process.env['PATH'] ?? '',
  TERM: 'xterm',
  ...more,
});

/** The built program in an empty folder without node_modules, as npm installs it. */
export async function buildProgram() {
  const folder = await mkdtemp(join(tmpdir(), 'trimtab-cli-'));
  const tsup = join(root, 'node_modules/tsup/dist/cli-default.js');
  await promisify(execFile)(process.execPath, [tsup, '--out-dir', join(folder, 'dist')], { cwd: root });
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
