import { exitCode } from '../../exit-code.ts';
import { UsageError } from '../../failure.ts';
import { defineCommand } from '../define.ts';
import { namespaceOption } from '../options.ts';
import { requiredTarget } from '../scope.ts';

function pageOf(api: string, word: string | undefined, namespace: string | undefined, isTyped: boolean): string {
  if (word === undefined) return `${api}/`;
  const target = requiredTarget(word, namespace, isTyped);
  return `${api}/ast/${encodeURIComponent(target.namespace)}/${encodeURIComponent(target.name)}`;
}

export const openPage = defineCommand<{ namespace?: string }>({
  name: 'open',
  summary: 'open the console in a browser',
  description:
    'Opens the console in a browser, at the page of a target if one is given. Without a terminal or a browser it prints ' +
    'the address. Only https addresses and addresses of this machine are opened.',
  arguments: [{ name: '[target]', description: 'a target, or NAMESPACE/NAME without -n', choices: 'targets' }],
  options: [namespaceOption('the namespace of the target')],
  examples: {
    'trimtab open': 'the console',
    'trimtab open storefront/cart': 'the page of cart',
  },
  exitCodes: [exitCode.ok, exitCode.usage],
  run: async (context, options, [word], fromFlag) => {
    const isTyped = fromFlag('namespace');
    if (word === undefined && isTyped) {
      throw new UsageError('-n needs the name of a target.', 'Add the name, or remove -n to open the home page.');
    }
    const page = pageOf(context.api, word, options.namespace, isTyped);
    if (!context.stdout.isTerminal) return context.stdout.text(`${page}\n`);
    const { isLoopback } = await import('../../http/certificates.ts');
    if (!page.startsWith('https:') && !isLoopback(page)) {
      throw new UsageError(
        `${context.api} is plain http on another machine, so it was not opened.`,
        'Use an https address with --api.',
      );
    }
    const { browserCommand } = await import('../../auth/browser.ts');
    const command = browserCommand(page, process.platform, context.environment);
    const desktop = await context.desktop();
    return command !== null && (await desktop?.open(command)) === true
      ? context.stderr.text(`Opened ${page}\n`)
      : context.stderr.text(`No browser could be started. Open this page yourself: ${page}\n`);
  },
});
