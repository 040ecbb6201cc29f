import { type Kysely, sql } from 'kysely';
import type { Tables } from '../schema.ts';
import { applicationName } from './pool.ts';

/**
 * Ends the connections of servers that have sent only a part of a statement, or have read only a part of its result, for
 * longer than `longestMs`. No server waits that long for a statement. If a machine is lost at such a moment, PostgreSQL
 * waits for it without a limit: `statement_timeout` and `idle_in_transaction_session_timeout` do not apply there. A
 * keepalive of TCP would not end the connection if a pooler is between, or if only the process is paused.
 */
export async function endStalled(db: Kysely<Tables>, longestMs: number): Promise<void> {
  // Only with the name of this program: a copy of the database may use the same role, and rightly takes long.
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user and application_name = ${applicationName}
      and state = 'active' and wait_event_type = 'Client'
      and query_start < now() - ${longestMs} * interval '1 millisecond'`.execute(db);
}
