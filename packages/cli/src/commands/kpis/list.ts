import { exitCode } from '../../exit-code.ts';
import { listData, present, stillComputing } from '../../output/present.ts';
import { listKpis } from '../../services/kpis-list.ts';
import { defineCommand } from '../define.ts';
import { namespaceOption } from '../options.ts';

export const kpisList = defineCommand<{ namespace?: string }>({
  name: 'kpis',
  summary: 'show the key figures of the cluster or a namespace',
  description: "Shows the key figures of the console's home page: targets, risks, yearly waste and yearly savings.",
  options: [namespaceOption('only the targets of this namespace')],
  examples: {
    'trimtab kpis': 'the key figures of the whole cluster',
    "trimtab kpis -n storefront -o json | jq '.items[] | {id, value}'":
      'the figures of one namespace at full precision, for a script',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied],
  run: async (context, { namespace = null }) => {
    const { items, ...facts } = await listKpis(await context.client(), { namespace, signal: context.signal });
    const { arrangeKpis, kpiColumns, kpiNotes, kpiTile } = await import('./columns.ts');
    const rows = arrangeKpis(items);
    await present(context, {
      data: listData(items, facts),
      rows,
      columns: kpiColumns,
      nameOf: (kpi) => kpi.id,
      blocks: () => [{ kind: 'tiles', title: namespace ?? 'All namespaces', tiles: rows.map(kpiTile) }],
      notes: kpiNotes(rows),
      lacks: stillComputing(facts),
      empty: 'The API sent no key figures.',
    });
  },
});
