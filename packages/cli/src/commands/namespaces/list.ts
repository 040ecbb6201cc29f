import { exitCode } from '../../exit-code.ts';
import { listData, present } from '../../output/present.ts';
import { column } from '../../output/table.ts';
import { defineCommand } from '../define.ts';
import { clusterOption } from '../options.ts';
import { scopeOf } from '../scope.ts';

export const namespacesList = defineCommand<{ cluster?: string[] }>({
  name: 'namespaces',
  summary: 'list the namespaces of the cluster',
  description: 'Lists the namespaces of the cluster by name, with and without targets.',
  options: [clusterOption()],
  examples: {
    'trimtab namespaces': 'one namespace per line',
    'trimtab namespaces --no-headers | xargs -n1 trimtab kpis -n': 'the KPIs of each namespace',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied],
  run: async (context, options, _names, fromFlag) => {
    const { clusters } = await scopeOf(context, options, (option) => option === 'cluster' && fromFlag(option));
    const client = await context.client();
    const { items, total: all = null } = await client.namespaces.list({});
    const rows = items
      .filter(({ name }) => clusters === undefined || clusters.includes(name.split('.')[0] ?? ''))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const total = clusters === undefined ? all : rows.length;
    await present(context, {
      data: listData(rows, { total }),
      rows,
      columns: [column('name', 'NAME', ({ name }: { name: string }) => name, { minimum: 12 })],
      empty: 'The API returned no namespaces.',
    });
  },
});
