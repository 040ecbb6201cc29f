import type { Context } from '../context.ts';
import { UsageError } from '../failure.ts';
import { inert } from '../output/inert.ts';

interface Confirmation {
  yes: boolean | undefined;
  question: string;
  /** What did not happen, as a sentence: `Nothing was saved.` */
  refusal: string;
}

/** Before a write: an explicit yes, on the command line or on the terminal. */
export async function confirmed(context: Context, { yes, question, refusal }: Confirmation): Promise<boolean> {
  if (yes === true) return true;
  if (context.ask === undefined) {
    throw new UsageError(
      `${refusal} Without a terminal nobody can be asked.`,
      'Add --yes to go on without a question.',
    );
  }
  const answer = await context.ask(`${inert(question)} [y/N] `);
  if (/^y(es)?$/i.test(answer?.trim() ?? '')) return true;
  await context.stderr.text(`${refusal}\n`);
  return false;
}
