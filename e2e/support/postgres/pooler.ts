import { chownSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { findProgram } from '../../../scripts/provision/executable.ts';
import { freePort } from '../free-port.ts';
import { demoted } from './demoted.ts';
import { runProgram } from './run-program.ts';
import type { RunningPostgres } from './start.ts';

export type RunningPooler = { readonly host: string; readonly port: number; readonly stop: () => Promise<void> };

/** The path of PgBouncer: `PGBOUNCER_BIN`, else the first on PATH, else null. */
export const findPooler = (): string | null => findProgram('PGBOUNCER_BIN', 'pgbouncer');

/**
 * The program, or a copy of it and its libraries if it was unpacked into the checkout: the unprivileged user may not be
 * able to read the checkout.
 */
function readable(program: string, folder: string): string {
  if (demoted.uid === undefined || !dirname(program).endsWith(join('.cache', 'pgbouncer'))) return program;
  const copy = join(folder, 'program');
  cpSync(dirname(program), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, basename(program));
}

/** Starts a PgBouncer that gives every transaction any of the connections to PostgreSQL. */
export async function startPooler({ host, port: databasePort, user }: RunningPostgres): Promise<RunningPooler> {
  const found = findPooler();
  if (found === null)
    throw new Error('There is no PgBouncer: install it (apt-get install pgbouncer) or set PGBOUNCER_BIN.');
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-pooler-'));
  if (demoted.uid !== undefined && demoted.gid !== undefined) chownSync(folder, demoted.uid, demoted.gid);
  const program = readable(found, folder);
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(join(folder, 'users.txt'), `"${user}" ""\n`);
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=${host} port=${databasePort}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${join(folder, 'users.txt')}`,
      'pool_mode = transaction',
      'default_pool_size = 3',
      '',
    ].join('\n'),
  );
  const place = { host: '127.0.0.1', port };
  const { stop } = await runProgram({
    path: program,
    args: [file],
    cwd: folder,
    place: { ...place, user },
    stopSignal: 'SIGKILL',
  });
  return {
    ...place,
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
