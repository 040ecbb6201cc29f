import { afterAll } from 'vitest';
import { findPostgres, type RunningPostgres, startPostgres } from '../../../../../../../e2e/support/postgres/index.ts';
import type { Store } from '../../../../ports/index.ts';
import { type Joining, openPostgresStore } from '../open.ts';
import type { PostgresAccess } from '../pool.ts';

/** Why tests that need a real PostgreSQL are skipped, which is also printed; null if there is one. */
export function whySkipped(subject: string): string | null {
  if (findPostgres() !== null) return null;
  const reason = 'there is no PostgreSQL: install it, or set POSTGRES_BIN';
  process.stderr.write(`Not tested: ${subject}, because ${reason}.\n`);
  return reason;
}

/** Starts one PostgreSQL for the tests of a file, when the first of them needs it. It stops after them. */
export function postgresStarter(options: Parameters<typeof startPostgres>[0] = {}) {
  let starting: Promise<RunningPostgres> | null = null;
  afterAll(async () => {
    await (await starting)?.stop();
  });
  const running = (): Promise<RunningPostgres> => (starting ??= startPostgres(options));
  /** How to connect to a new, empty database. */
  const emptyDatabase = async (changes: Partial<PostgresAccess> = {}): Promise<PostgresAccess> => {
    const { host, port, user, createDatabase } = await running();
    const database = await createDatabase();
    return { host, port, user, database, password: null, tls: null, connections: 4, timeoutMs: 30_000, ...changes };
  };
  return { running, emptyDatabase };
}

/** Opens the store as a replica does that does not wait for others. */
export const openedStore = (access: PostgresAccess, changes: Partial<Joining> = {}): Promise<Store> =>
  openPostgresStore(access, { name: 'server one', logger: () => undefined, waitMs: 0, ...changes });
