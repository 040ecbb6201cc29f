import type { Context } from '../context.ts';
import { UsageError } from '../failure.ts';
import { sanitize } from '../output/sanitize.ts';

type Confirmation = {
  yes: boolean | undefined;
  question: string;
  /** What did not happen, as a sentence: `Nothing was saved.` */
  refusal: string;
};

/** Before a write: an explicit yes, on the command line or on the terminal. */
export async function confirmed(context: Context, { yes, question, refusal }: Confirmation): Promise<boolean> {
  if (yes === true) return true;
  if (context.ask === undefined) {
    throw new UsageError(
      `${refusal} Without a terminal nobody can be asked.`,
      'Add --yes to go on without a question.',
    );
  }
  const { wrapWords } = await import('../ui/wrap.ts');
  const { isTerminal, columns } = context.stderr;
  const asked = `${sanitize(question)} [y/N]`;
  // The answer is typed into the last line.
  const lines = isTerminal ? wrapWords(asked, columns - '  yes'.length) : [asked];
  for (const line of lines.slice(0, -1)) await context.stderr.text(`${line}\n`);
  const answer = await context.ask(`${lines.at(-1) ?? ''} `);
  if (/^y(es)?$/i.test(answer?.trim() ?? '')) return true;
  await context.stderr.text(`${refusal}\n`);
  return false;
}
