import { exitCode } from '../../exit-code.ts';
import { CliError, UsageError } from '../../failure.ts';
import { defineCommand } from '../define.ts';
import { allNamespacesOption, clusterOption, namespacesOption } from '../options.ts';
import { wholeScopeOf } from '../scope.ts';

export const watchRun = defineCommand<{ namespace?: string[]; cluster?: string[]; allNamespaces?: boolean }>({
  name: 'watch',
  summary: 'watch key figures and targets, live',
  description:
    'Shows key figures and targets on the whole screen and refreshes them every ten seconds. Arrow keys select, Enter ' +
    'opens a target, / filters by name, n, m and c sort by name, mode and cost, r refreshes, q quits, Ctrl-Z suspends.',
  options: [
    namespacesOption('only the targets of this namespace'),
    allNamespacesOption('every namespace; the default without -n'),
    clusterOption(),
  ],
  examples: {
    'trimtab watch': 'the whole cluster',
    'trimtab watch -n storefront': 'one namespace',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.interrupted],
  run: async (context, options, _names, fromFlag) => {
    const { terminal } = context;
    const isDumb = context.environment['TERM'] === 'dumb';
    if (terminal === undefined || isDumb) {
      throw new UsageError(
        terminal !== undefined && isDumb
          ? 'The live view cannot be drawn on this terminal, because TERM is dumb.'
          : 'The live view needs a terminal.',
        'trimtab targets and trimtab kpis print the same figures once.',
      );
    }
    const scope = await wholeScopeOf(context, options, fromFlag);
    const client = await context.client();
    if (scope.namespaces !== null) {
      const { sumKpis } = await import('../../services/kpis-list.ts');
      await sumKpis(client, scope);
    }
    // The live view shows its own loading state.
    if (context.http.waiting !== undefined) context.http.waiting.show = null;
    const { watchSource } = await import('./source.ts');
    const { watch } = await import('../../ui/watch/render.tsx');
    if (await watch(watchSource(context, scope), terminal, context.signal)) {
      throw new CliError('Interrupted.', exitCode.interrupted);
    }
  },
});
