import { exitCode } from '../../exit-code.ts';
import { listData, present, stillComputing } from '../../output/present.ts';
import { listKpis } from '../../services/kpis-list.ts';
import { defineCommand } from '../define.ts';
import { allNamespacesOption, clusterOption, namespacesOption, watchOption } from '../options.ts';
import { wholeScopeOf } from '../scope.ts';

export const kpisList = defineCommand<{
  namespace?: string[];
  cluster?: string[];
  allNamespaces?: boolean;
  watch?: boolean;
}>({
  name: 'kpis',
  summary: 'show the key figures of the cluster or a namespace',
  description: "Shows the key figures of the console's home page: targets, risks, yearly waste and yearly savings.",
  options: [
    namespacesOption('only the targets of this namespace'),
    allNamespacesOption('every namespace; the default without -n'),
    clusterOption(),
    watchOption(),
  ],
  examples: {
    'trimtab kpis': 'the key figures of the whole cluster',
    "trimtab kpis -n storefront -o json | jq '.items[] | {id, value}'":
      'the figures of one namespace at full precision, for a script',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.interrupted],
  run: async (context, { watch, ...options }, _names, fromFlag) => {
    const { namespaces: names, clusters } = await wholeScopeOf(context, options, fromFlag);
    const client = await context.client();
    const { arrangeKpis, kpiColumns, kpiNotes, kpiTile } = await import('./columns.ts');
    const read = () =>
      Promise.all(
        (names ?? [null]).map(async (namespace) => ({
          namespace,
          ...(await listKpis(client, { namespace, clusters })),
        })),
      );
    type Answers = Awaited<ReturnType<typeof read>>;
    const rowsOf = (answers: Answers) =>
      answers.flatMap(({ namespace, items }) => arrangeKpis(items).map((row) => ({ ...row, namespace })));
    const notesOf = (answers: Answers) =>
      answers.flatMap(({ namespace, items }) =>
        kpiNotes(arrangeKpis(items)).map((note) => (answers.length > 1 ? `${namespace}: ${note}` : note)),
      );
    const isComputing = (answers: Answers) => answers.some((answer) => answer.computing === true);
    if (watch === true) {
      const { follow } = await import('../../output/stream.ts');
      const view = { columns: kpiColumns, nameOf: ({ id }: { id: string }) => id, dataOf: (row: unknown) => row };
      const listing = async () => {
        const answers = await read();
        const computing = isComputing(answers);
        const lacks = [...stillComputing({ computing }, true), ...notesOf(answers)];
        return { ...view, rows: rowsOf(answers), lacks };
      };
      return follow(context, listing, (row) => `${row.namespace}/${row.id}`);
    }
    const answers = await read();
    const scopes = answers.map(({ namespace, items }) => ({ namespace, rows: arrangeKpis(items) }));
    const [first] = answers;
    const computing = isComputing(answers);
    const { readingNotes } = await import('../../services/reading-progress.ts');
    const reading = computing ? await readingNotes(client, names === null ? first : undefined) : [];
    await present(context, {
      data: listData(
        answers.flatMap(({ namespace, items }) =>
          items.map((item) => (namespace === null ? item : { ...item, namespace })),
        ),
        { computing, total: answers.length === 1 ? first?.total : null },
      ),
      rows: rowsOf(answers),
      columns: kpiColumns,
      nameOf: (kpi) => kpi.id,
      blocks: () =>
        scopes.map(({ namespace, rows }) => ({
          kind: 'tiles',
          title: namespace ?? clusters?.join(', ') ?? 'All namespaces',
          tiles: rows.map(kpiTile),
        })),
      notes: notesOf(answers),
      lacks: [...stillComputing({ computing }), ...reading],
      empty: 'The API sent no key figures.',
    });
  },
});
