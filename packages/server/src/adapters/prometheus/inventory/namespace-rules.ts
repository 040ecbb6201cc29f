import type { LimitRangeItem, NamespaceRules, QuotaItem } from '../../../ports/index.ts';
import { quotaResources } from '../../quota-resources.ts';
import type { Sample } from '../client/response.ts';
import { cpuAndMemory, deduplicated, inNamespaces, selector } from '../queries/promql.ts';
import { keyOf } from './owners.ts';

export type RuleSamples = { readonly limitRanges: readonly Sample[]; readonly quotas: readonly Sample[] };

export async function queryNamespaceRules(
  ask: (query: string) => Promise<Sample[]>,
  namespaces: readonly string[] | undefined,
): Promise<RuleSamples> {
  const scope = inNamespaces(namespaces);
  const [limitRanges, quotas] = await Promise.all([
    ask(
      deduplicated(
        ['namespace', 'limitrange', 'resource', 'type', 'constraint'],
        selector('kube_limitrange', [
          scope,
          ['type', 'any', ['Container', 'Pod']],
          cpuAndMemory,
          ['constraint', 'any', ['min', 'max', 'maxLimitRequestRatio']],
        ]),
      ),
    ),
    ask(
      deduplicated(
        ['namespace', 'resourcequota', 'resource', 'type'],
        selector('kube_resourcequota', [scope, ['resource', 'any', [...quotaResources.keys()]]]),
      ),
    ),
  ]);
  return { limitRanges, quotas };
}

/** The rules by namespace. Namespaces without rules are absent. */
export function namespaceRules({ limitRanges, quotas }: RuleSamples): ReadonlyMap<string, NamespaceRules> {
  const rules = new Map<string, { limitRanges: LimitRangeItem[]; quotas: QuotaItem[] }>();
  const rulesOf = (samples: readonly Sample[]) => {
    const namespace = samples[0]?.labels['namespace'] ?? '';
    const own = rules.get(namespace) ?? { limitRanges: [], quotas: [] };
    rules.set(namespace, own);
    return own;
  };
  for (const samples of grouped(limitRanges, 'limitrange', 'type')) {
    rulesOf(samples).limitRanges.push({
      name: samples[0]?.labels['limitrange'] ?? '',
      type: samples[0]?.labels['type'] === 'Pod' ? 'Pod' : 'Container',
      resource: samples[0]?.labels['resource'] === 'cpu' ? 'cpu' : 'memory',
      min: valueOf(samples, 'constraint', 'min'),
      max: valueOf(samples, 'constraint', 'max'),
      maxRatio: valueOf(samples, 'constraint', 'maxLimitRequestRatio'),
    });
  }
  for (const samples of grouped(quotas, 'resourcequota')) {
    const kind = quotaResources.get(samples[0]?.labels['resource'] ?? '');
    const [hard, used] = [valueOf(samples, 'type', 'hard'), valueOf(samples, 'type', 'used')];
    if (kind === undefined || hard === null || used === null) continue;
    rulesOf(samples).quotas.push({ name: samples[0]?.labels['resourcequota'] ?? '', ...kind, hard, used });
  }
  return rules;
}

/** Groups the samples that have the same values of the labels. One of these labels is the name of an object. */
const grouped = (samples: readonly Sample[], ...own: readonly string[]) =>
  Map.groupBy(samples, ({ labels }) =>
    keyOf(labels['namespace'], labels['resource'], ...own.map((label) => labels[label])),
  ).values();

const valueOf = (samples: readonly Sample[], label: string, value: string): number | null =>
  samples.find(({ labels }) => labels[label] === value)?.value ?? null;
