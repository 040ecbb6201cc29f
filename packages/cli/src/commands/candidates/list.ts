import { exitCode } from '../../exit-code.ts';
import { present } from '../../output/present.ts';
import { candidatesData, listCandidates } from '../../services/candidates-list.ts';
import { defineCommand } from '../define.ts';
import { clusterOption, namespacesOption } from '../options.ts';
import { namespacesOf, scopeOf } from '../scope.ts';
import { candidateColumns, namespacedColumns, noCandidates } from './columns.ts';

export const candidatesList = defineCommand<{ namespace?: string[]; cluster?: string[] }>({
  name: 'candidates',
  summary: 'list the workloads that can be enrolled',
  description:
    'Lists the workloads of a namespace that can be enrolled, and changes nothing. JSON and YAML contain the manifest ' +
    'that enrollment would create for each workload. With several namespaces, each item names its own.',
  options: [namespacesOption('the namespace of the workloads'), clusterOption()],
  examples: {
    'trimtab candidates -n storefront': 'the workloads that can be enrolled',
    'trimtab candidates -n storefront -o yaml': 'the same, with the manifests',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied],
  run: async (context, options, _names, fromFlag) => {
    const scope = await scopeOf(context, options, fromFlag);
    const namespaces = await namespacesOf(context, scope);
    const client = await context.client();
    const read = async (namespace: string) => ({ namespace, answer: await listCandidates(client, { namespace }) });
    const answers = await Promise.all(namespaces.map(read));
    const rows = answers.flatMap(({ namespace, answer }) => answer.items.map((item) => ({ namespace, ...item })));
    const isOne = namespaces.length === 1 && scope.clusters === undefined;
    await present(context, {
      data: candidatesData(answers, isOne),
      rows,
      columns: isOne ? candidateColumns : namespacedColumns,
      empty: `${noCandidates}.`,
    });
  },
});
