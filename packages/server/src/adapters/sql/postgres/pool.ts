import type { ConnectionOptions } from 'node:tls';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { Pool, type PoolClient, TypeOverrides } from 'pg';
import { StoreUnreachableError } from '../../../ports/index.ts';
import { asStoreError, isReadOnly } from './postgres-errors.ts';

export type PostgresAccess = {
  /** A host name, an address, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  /** Read for every new connection, so that a new password is used without a restart. Null: without a password. */
  readonly password: (() => Promise<string>) | null;
  /**
   * Null: without TLS. `ca`: certificates (PEM) of the authorities to trust instead of those of this machine, read for every new
   * connection.
   */
  readonly tls: { readonly ca: (() => string) | null } | null;
  /** How many connections are open at the same time. */
  readonly connections: number;
  /** How long a statement may take. */
  readonly timeoutMs: number;
};

const connectTimeoutMs = 10_000;
/** Afterwards, a new connection follows changes of the address, such as a failover to another server. */
const longestLifetimeSeconds = 600;
/** PostgreSQL ends a slow statement of a transaction itself. The client waits longer, to learn that. */
const graceMs = 2_000;
/** How long this process waits for the result of a statement. */
export const longestStatementMs = ({ timeoutMs }: Pick<PostgresAccess, 'timeoutMs'>): number => timeoutMs + graceMs;
export const applicationName = 'trimtab';
/**
 * How long a transaction may wait for its next statement. If the machine of a replica is lost, its connections stay open in
 * PostgreSQL for hours. Without this limit, its last transaction would keep its locks as long, and the other replicas would wait.
 */
const longestPauseMs = 15_000;

/**
 * Connections to PostgreSQL. They keep no state between transactions (no settings, no prepared statements), so they work
 * through a pooler that gives each transaction another connection.
 */
export function openPool(access: PostgresAccess): PostgresPool {
  const { host, port, user, database, password, tls, connections } = access;
  const pool = new Pool({
    host,
    port,
    user,
    database,
    ...(password === null ? {} : { password }),
    ssl: tls === null ? false : tlsOptions(tls.ca),
    max: connections,
    maxLifetimeSeconds: longestLifetimeSeconds,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: applicationName,
    keepAlive: true,
    types: types(),
  });
  // A connection that breaks leaves the pool, and fails the statement that uses it. The next statement opens another
  // one. A restarting database may end a connection in the packet that opens it, before the pool hands it out.
  pool.on('error', ignoreBreak).on('connect', (client) => client.on('error', ignoreBreak));
  return {
    options: {},
    connect: () =>
      pool.connect().then(
        (client) => timed(client, access.timeoutMs),
        (error: unknown) => {
          throw asStoreError(error);
        },
      ),
    end: () => pool.end(),
  };
}

/** The driver copies these options for each connection, and so reads `ca` again. */
const tlsOptions = (ca: (() => string) | null): ConnectionOptions =>
  ca === null
    ? { rejectUnauthorized: true }
    : {
        rejectUnauthorized: true,
        get ca() {
          return ca();
        },
      };

/** The object identifiers of PostgreSQL's types. */
const [bytea, bigint] = [17, 20];

/** Reads what the driver would return as text, because of its size, and as `Buffer`. */
function types(): TypeOverrides {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(bigint, Number);
  overrides.setTypeParser(bytea, (text) => new Uint8Array(Buffer.from(text.slice('\\x'.length), 'hex')));
  return overrides;
}

/** A bigint has no infinities; times that are further away than these do not exist. */
function parameter(value: unknown): unknown {
  if (value === Number.POSITIVE_INFINITY) return Number.MAX_SAFE_INTEGER;
  return value === Number.NEGATIVE_INFINITY ? Number.MIN_SAFE_INTEGER : value;
}

const ignoreBreak = (): void => undefined;

const notAnswered = (): StoreUnreachableError =>
  new StoreUnreachableError('The database did not answer in time. Try again, or raise --database-timeout.');

function timed(client: PoolClient, timeoutMs: number): PostgresPoolClient {
  let isBroken = false;
  let mustEnd = false;
  const pauseMs = Math.min(timeoutMs, longestPauseMs);
  // Several statements in one message, which therefore has no parameters. What a transaction reads after it has waited for a
  // lock must include what the last holder has committed, also if the default of the database is another isolation level.
  const begin = `begin isolation level read committed;
    set local statement_timeout = ${timeoutMs};
    set local idle_in_transaction_session_timeout = ${pauseMs}`;

  async function run(text: string, parameters: readonly unknown[]): Promise<unknown> {
    // The statement that was not answered still runs, so a rollback would wait as long again. The connection is closed.
    if (isBroken) throw notAnswered();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        isBroken = true;
        reject(notAnswered());
      }, longestStatementMs({ timeoutMs }));
    });
    const sql = text === 'begin' ? begin : text;
    try {
      return await Promise.race([client.query(sql, parameters.map(parameter)), late]);
    } catch (error) {
      // After a failover, the address may already lead to another server.
      mustEnd ||= isReadOnly(error);
      throw asStoreError(error);
    } finally {
      clearTimeout(timer);
    }
  }

  function query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(sql: string | PostgresCursor<unknown>, parameters: readonly unknown[] = []): unknown {
    if (typeof sql !== 'string') throw new Error('Results are not streamed.');
    return run(sql, parameters);
  }

  return {
    query,
    release: (destroy = false) => client.release(destroy || isBroken || mustEnd),
  };
}
