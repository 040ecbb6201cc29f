import { exitCode } from '../../exit-code.ts';
import { CliError, UsageError } from '../../failure.ts';
import { defineCommand } from '../define.ts';
import { namespacesOption } from '../options.ts';

export const watchRun = defineCommand<{ namespace?: string[] }>({
  name: 'watch',
  summary: 'watch key figures and targets, live',
  description:
    'Shows key figures and targets on the whole screen and refreshes them every ten seconds. Arrow keys select, Enter ' +
    'opens a target, / filters by name, n, m and c sort by name, mode and cost, r refreshes, q quits, Ctrl-Z suspends.',
  options: [namespacesOption('only the targets of this namespace')],
  examples: {
    'trimtab watch': 'the whole cluster',
    'trimtab watch -n storefront': 'one namespace',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.interrupted],
  run: async (context, { namespace: namespaces = null }) => {
    const { terminal } = context;
    if (terminal === undefined || context.environment['TERM'] === 'dumb') {
      throw new UsageError(
        'The live view needs a terminal.',
        'trimtab targets and trimtab kpis print the same figures once.',
      );
    }
    const client = await context.client();
    if (namespaces !== null) {
      const { sumKpis } = await import('../../services/kpis-list.ts');
      await sumKpis(client, { namespaces, signal: context.signal });
    }
    // The live view shows its own loading state.
    if (context.http.waiting !== undefined) context.http.waiting.show = null;
    const { watchSource } = await import('./source.ts');
    const { watch } = await import('../../ui/watch/render.tsx');
    if (await watch(watchSource(context, namespaces), terminal, context.signal)) {
      throw new CliError('Interrupted.', exitCode.interrupted);
    }
  },
});
