import { type Kysely, sql } from 'kysely';
import * as z from 'zod/mini';
import type { AnswerStore } from '../../ports/index.ts';
import type { Tables } from './schema.ts';
import { transact } from './transact.ts';
import { upsert } from './upsert.ts';

const headersSchema = z.array(z.tuple([z.string(), z.string()]));

export function sqlIdempotentAnswers(db: Kysely<Tables>): AnswerStore {
  return {
    async get(caller, key) {
      const row = await db
        .selectFrom('keptAnswer')
        .selectAll()
        .where((where) => where.and({ caller, key }))
        .executeTakeFirst();
      if (row === undefined) return null;
      const { answeredAt: at, length: _, ...answer } = row;
      return { ...answer, at, headers: headersSchema.parse(JSON.parse(row.headers)) };
    },
    put: ({ at, headers, ...answer }, { after, most, mostText }) =>
      transact(db, async (transaction) => {
        const row = { ...answer, answeredAt: at, headers: JSON.stringify(headers), length: answer.text.length };
        await upsert(transaction, 'keptAnswer', ['caller', 'key'], [row]);
        await transaction.deleteFrom('keptAnswer').where('answeredAt', '<', after).execute();
        const { answers, textLength } = await transaction
          .selectFrom('keptAnswer')
          .select(({ fn }) => [
            fn.countAll<number>().as('answers'),
            fn.coalesce(fn.sum<number>('length'), sql.lit(0)).as('textLength'),
          ])
          .executeTakeFirstOrThrow();
        // Counting reads only an index. The statement below would read all answers after each write.
        if (answers <= most && textLength <= mostText) return;
        // Starting with the newest, delete all rows that exceed the maximum number or the maximum total length of text.
        await sql`
          delete from kept_answer where (caller, key) in (
            select caller, key from (
              select caller, key, row_number() over newest as place, sum(length) over newest as text_so_far
              from kept_answer window newest as (order by answered_at desc, caller, key)
            ) as answer where place > ${most} or text_so_far > ${mostText}
          )`.execute(transaction);
      }),
  };
}
