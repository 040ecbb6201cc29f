import { sanitize } from '@trimtab/core/sanitize';
import type { Context } from './context.ts';
import { UsageError } from './failure.ts';

type Confirmation = {
  yes: boolean | undefined;
  question: string;
  /** Says what did not happen, as a sentence: `Nothing was saved.` */
  refusal: string;
};

export const isYes = (answer: string | null | undefined): boolean => /^y(es)?$/i.test(answer?.trim() ?? '');

/** Asks before a write. Resolves to true with --yes, or if the user types yes. */
export async function confirmed(context: Context, { yes, question, refusal }: Confirmation): Promise<boolean> {
  if (yes === true) return true;
  if (context.ask === undefined) {
    throw new UsageError(`${refusal} There is no terminal to ask on.`, 'Add --yes to continue without a question.');
  }
  const { wrapWords } = await import('./ui/wrap.ts');
  const { isTerminal, columns } = context.stderr;
  const prompt = `${sanitize(question)} [y/N]`;
  // The last line needs room for the typed answer.
  const lines = isTerminal ? wrapWords(prompt, columns - '  yes'.length) : [prompt];
  for (const line of lines.slice(0, -1)) await context.stderr.text(`${line}\n`);
  if (isYes(await context.ask(`${lines.at(-1) ?? ''} `))) return true;
  await context.stderr.text(`${refusal}\n`);
  return false;
}
