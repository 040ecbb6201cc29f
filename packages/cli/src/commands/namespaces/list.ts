import { exitCode } from '../../exit-code.ts';
import { listData, present } from '../../output/present.ts';
import { listNamespaces } from '../../services/namespaces-list.ts';
import { defineCommand } from '../define.ts';

export const namespacesList = defineCommand({
  name: 'namespaces',
  summary: 'list the namespaces of the cluster',
  description: 'Lists the namespaces of the cluster, enrolled or not, by name.',
  examples: [
    { line: 'trimtab namespaces', does: 'one namespace a line' },
    { line: 'trimtab namespaces --no-headers | xargs -n1 trimtab kpis -n', does: 'the KPIs of each namespace in turn' },
  ],
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied],
  run: async (context) => {
    const { items, total } = await listNamespaces(await context.client(), { signal: context.signal });
    await present(context, {
      data: listData(items, { total }),
      rows: items,
      columns: [{ id: 'name', header: 'NAME', text: (namespace) => namespace.name, minimum: 12 }],
      empty: 'The cluster has no namespaces that this API may show.',
    });
  },
});
