import { exitCode } from '../../exit-code.ts';
import { UsageError } from '../../failure.ts';
import { defineCommand } from '../define.ts';
import { namespaceOption } from '../options.ts';
import { requiredTarget } from '../scope.ts';

/** The page in the console; names are encoded exactly once. */
function pageOf(api: string, word: string | undefined, scope: Parameters<typeof requiredTarget>[1]): string {
  if (word === undefined) return `${api}/`;
  const { namespace, name } = requiredTarget(word, scope);
  return `${api}/ast/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`;
}

export const openPage = defineCommand<{ namespace?: string }>({
  name: 'open',
  summary: 'open the console in a browser',
  description:
    'Opens the console of the API in a browser, at the page of a target where one is named. Without a terminal, or ' +
    'without a browser, it prints the address. Only https addresses and those of this machine are opened.',
  arguments: [{ name: '[target]', description: 'a target; or NAMESPACE/NAME, without -n' }],
  options: [namespaceOption('the namespace of the target')],
  examples: [
    { line: 'trimtab open', does: 'the console' },
    { line: 'trimtab open storefront/cart', does: 'the page of cart' },
  ],
  exitCodes: [exitCode.ok, exitCode.usage],
  run: async (context, options, [word], fromFlag) => {
    const isTyped = fromFlag('namespace');
    if (word === undefined && isTyped) {
      throw new UsageError('Which target?', 'Name it as NAME with -n, or as NAMESPACE/NAME; or leave -n out.');
    }
    const page = pageOf(context.api, word, { namespace: options.namespace, isTyped });
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
