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

/** Asks before a write, and names the API that it goes to. Resolves to true with --yes, or if the user types yes. */
export async function confirmed(context: Context, { yes, question, refusal }: Confirmation): Promise<boolean> {
  if (yes === true) return true;
  if (context.ask === undefined) {
    throw new UsageError(`${refusal} There is no terminal to ask on.`, 'Add --yes to continue without a question.');
  }
  const [{ wrapWords }, { sourceText }] = await Promise.all([
    import('./ui/wrap.ts'),
    import('./config/read-configuration.ts'),
  ]);
  const { isTerminal, columns } = context.stderr;
  const source = sourceText(context.configuration, 'api', context.configuration.sourceOf('api'));
  const texts = [`API: ${context.api} (${source})`, `${question} [y/N]`].map(sanitize);
  // The last line needs room for the typed answer.
  const lines = isTerminal ? texts.flatMap((text) => wrapWords(text, columns - '  yes'.length)) : texts;
  for (const line of lines.slice(0, -1)) await context.stderr.text(`${line}\n`);
  if (isYes(await context.ask(`${lines.at(-1) ?? ''} `))) return true;
  await context.stderr.text(`${refusal}\n`);
  return false;
}
