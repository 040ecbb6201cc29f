import { execFile } from 'node:child_process';
import { appendFileSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from '../free-port.ts';
import { demoted } from './demoted.ts';
import { findPostgres } from './find.ts';
import { runProgram } from './run-program.ts';

export type RunningPostgres = {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Creates an empty database and returns its name. */
  readonly createDatabase: () => Promise<string>;
  /** Runs statements as superuser. */
  readonly query: (database: string, sql: string) => Promise<readonly Record<string, unknown>[]>;
  /** Ends all connections, and starts again on the same port. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

const user = 'trimtab';

/** Settings for tests: nothing has to survive a crash of the machine. */
const settings = [
  "listen_addresses = '127.0.0.1'",
  "unix_socket_directories = ''",
  'fsync = off',
  'max_connections = 60',
  'shared_buffers = 32MB',
];

type Options = {
  /** Lines of postgresql.conf. */
  readonly settings?: readonly string[];
  /** Lines of pg_hba.conf that come before the one that lets every user connect. */
  readonly rules?: readonly string[];
  /** Files to write into its folder, by name. */
  readonly files?: Readonly<Record<string, string>>;
};

function own(path: string): void {
  if (demoted.uid !== undefined && demoted.gid !== undefined) chownSync(path, demoted.uid, demoted.gid);
}

/** Starts a PostgreSQL with an empty database cluster in a temporary folder, in which every user may connect. */
export async function startPostgres({
  settings: more = [],
  rules = [],
  files = {},
}: Options = {}): Promise<RunningPostgres> {
  const programs = findPostgres();
  if (programs === null)
    throw new Error('There is no PostgreSQL: install it (apt-get install postgresql) or set POSTGRES_BIN.');
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-postgres-'));
  own(folder);
  const data = join(folder, 'data');
  const options = ['-D', data, '-U', user, '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  await promisify(execFile)(join(programs, 'initdb'), options, { cwd: folder, ...demoted });
  appendFileSync(join(data, 'postgresql.conf'), [...settings, ...more, ''].join('\n'));
  const access = join(data, 'pg_hba.conf');
  writeFileSync(access, [...rules, readFileSync(access, 'utf8')].join('\n'));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(data, name), text, { mode: 0o600 });
    own(join(data, name));
  }
  const port = await freePort();
  const place = { host: '127.0.0.1', port, user };
  const launch = () =>
    runProgram({
      path: join(programs, 'postgres'),
      args: ['-D', data, '-p', String(port)],
      cwd: folder,
      place,
      // A fast shutdown, which ends the connections.
      stopSignal: 'SIGINT',
    });
  let server = await launch();
  let databases = 0;
  const query = async (database: string, sql: string) => {
    const client = new Client({ ...place, database });
    await client.connect();
    try {
      const { rows } = await client.query<Record<string, unknown>>(sql);
      return rows;
    } finally {
      await client.end();
    }
  };
  return {
    ...place,
    query,
    async createDatabase() {
      databases += 1;
      const name = `test_${databases}`;
      await query('postgres', `create database ${name}`);
      return name;
    },
    async restart() {
      await server.stop();
      server = await launch();
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
