import { sql, type Transaction } from 'kysely';
import type { Tables } from '../schema.ts';

/** Advisory locks of a transaction also work through a pooler that gives each transaction another connection. */
export async function lock(transaction: Transaction<Tables>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}
