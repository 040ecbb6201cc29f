import { exitCode } from '../../exit-code.ts';
import { present } from '../../output/present.ts';
import { listCandidates } from '../../services/candidates-list.ts';
import { defineCommand } from '../define.ts';
import { namespaceOption } from '../options.ts';
import { requiredNamespace } from '../scope.ts';
import { candidateColumns, noCandidates } from './columns.ts';

export const candidatesList = defineCommand<{ namespace?: string }>({
  name: 'candidates',
  summary: 'list the workloads that can be enrolled',
  description:
    'Lists the workloads of a namespace that can be enrolled, and changes nothing. JSON and YAML contain the manifest ' +
    'that enrollment would create for each workload.',
  options: [namespaceOption('the namespace of the workloads')],
  examples: {
    'trimtab candidates -n storefront': 'the workloads that can be enrolled',
    'trimtab candidates -n storefront -o yaml': 'the same, with the manifests',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied],
  run: async (context, options) => {
    const namespace = requiredNamespace(options.namespace);
    const data = await listCandidates(await context.client(), { namespace, signal: context.signal });
    await present(context, { data, rows: data.items, columns: candidateColumns, empty: `${noCandidates}.` });
  },
});
