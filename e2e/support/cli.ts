import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const trimtab = fileURLToPath(new URL('../../packages/cli/dist/trimtab.cjs', import.meta.url));

export type CliRun = { code: number; stdout: string; stderr: string };

/** A new folder instead of the developer's own sign-in and settings. The CLI remembers unfinished writes there. */
const noSettings = join(tmpdir(), `trimtab-e2e-no-settings-${process.pid}`);
process.once('exit', () => rmSync(noSettings, { recursive: true, force: true }));

/** Runs the built CLI against an API, as a script would: no terminal, no prompt. */
export function runCli(api: string, ...args: string[]): Promise<CliRun> {
  return new Promise((resolve) => {
    const environment = { ...process.env, TRIMTAB_API: api, TRIMTAB_CONFIG_DIR: noSettings, NO_COLOR: '1' };
    const options = { env: environment, timeout: 300_000, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(process.execPath, [trimtab, ...args], options, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error ? 1 : 0;
      resolve({ code, stdout, stderr });
    });
    child.stdin?.end();
  });
}
