import { exitCode } from '../../exit-code.ts';
import { UsageError } from '../../failure.ts';
import { defineCommand } from '../define.ts';
import { targetWord } from '../scope.ts';

/** The page in the console; names are encoded exactly once. */
function pageOf(api: string, word: string | undefined): string {
  if (word === undefined) return `${api}/`;
  const { namespace, name } = targetWord(word);
  return `${api}/ast/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`;
}

export const openPage = defineCommand({
  name: 'open',
  summary: 'open the console in a browser',
  description:
    'Opens the console of the API in a browser, at the page of a target where one is named. Without a terminal, or ' +
    'without a browser, it prints the address. Only https addresses and those of this machine are opened.',
  arguments: [{ name: '[target]', description: 'a target as NAMESPACE/NAME' }],
  examples: [
    { line: 'trimtab open', does: 'the console' },
    { line: 'trimtab open storefront/cart', does: 'the page of cart' },
  ],
  exitCodes: [exitCode.ok, exitCode.usage],
  run: async (context, _options, [word]) => {
    const page = pageOf(context.api, word);
    if (!context.stdout.isTerminal) return context.stdout.text(`${page}\n`);
    const { isLoopback } = await import('../../http/certificates.ts');
    if (!page.startsWith('https:') && !isLoopback(page)) {
      throw new UsageError(
        `${context.api} is neither https nor this machine, so it is not opened.`,
        'Give an https --api.',
      );
    }
    const { openInBrowser } = await import('../../services/page-open.ts');
    const opened = await openInBrowser(context, page);
    return opened
      ? context.stderr.text(`Opened ${page}\n`)
      : context.stderr.text(`No browser could be started. The page is ${page}\n`);
  },
});
