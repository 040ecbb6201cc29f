import type { Ask } from '../../../ports/index.ts';
import type { Connection, Session } from '../client/connection.ts';
import type { DialectOptions } from '../client/dialect.ts';
import { realContainers, select } from '../queries/promql.ts';
import { type Need, needs } from './required-metrics.ts';

export type Finding = {
  readonly need: Need;
  /** `unused`: not there, and that is as it should be. */
  readonly state: 'present' | 'unused' | 'absent' | 'labels missing';
  readonly series: number;
  /** Labels that no series has, each with the name under which it seems to stand there. */
  readonly missingLabels: readonly { readonly label: string; readonly foundAs: string | null }[];
};

export type Examination = {
  readonly findings: readonly Finding[];
  /** How long ago the oldest samples that were found lie; null without any. In steps: 1 hour, then days. */
  readonly historySeconds: number | null;
  readonly sampleIntervalSeconds: number | null;
  readonly newestSampleSeconds: number | null;
  /** Clusters whose namespaces are mixed in the answers; empty when there is one, or one was chosen. */
  readonly mixedClusters: readonly string[];
};

const memory = 'container_memory_working_set_bytes';
const day = 86_400;
const depths = [14 * day, 7 * day, 3 * day, 2 * day, day, 3600];

/** Names that a label is known to have elsewhere. */
const aliases = new Map([
  ['namespace', ['exported_namespace', 'kubernetes_namespace', 'namespace_name', 'k8s_namespace_name']],
  ['pod', ['exported_pod', 'pod_name', 'kubernetes_pod_name', 'k8s_pod_name']],
  ['container', ['exported_container', 'container_name', 'k8s_container_name']],
  ['node', ['exported_node', 'kubernetes_node', 'instance']],
]);

/** Looks whether everything that the queries need is there. Rejects with `SourceError` when Prometheus cannot be asked. */
export async function examine(
  session: Connection['session'],
  at: number,
  dialect: DialectOptions,
  ask?: Ask,
): Promise<Examination> {
  const { instant } = session(ask);
  const number = async (query: string, time = at): Promise<number | null> =>
    (await instant(query, time))[0]?.value ?? null;
  const names = needs.map(({ metric }) => metric);
  const counted = await instant(`count by (__name__) (${select('', [['__name__', 'any', names]])})`, at);
  const series = new Map(counted.map(({ labels, value }) => [labels['__name__'] ?? '', value ?? 0]));

  const findings = await Promise.all(needs.map((need) => judge(need, series.get(need.metric) ?? 0, number, dialect)));
  // Either of the two says how far samples reach and how often they are taken.
  const sampled = select(series.has(memory) ? memory : 'container_cpu_usage_seconds_total', realContainers);
  const reach = await Promise.all(depths.map((depth) => number(`count(${sampled})`, at - depth)));
  const samples = await number(`quantile(0.5, count_over_time(${sampled}[10m]))`);
  const clusters = dialect.cluster === null ? await clustersIn(instant, at) : [];
  return {
    findings,
    historySeconds: depths.find((_, index) => (reach[index] ?? 0) > 0) ?? null,
    sampleIntervalSeconds: samples === null || samples === 0 ? null : 600 / samples,
    newestSampleSeconds: await number(`time() - max(timestamp(${sampled}))`),
    mixedClusters: clusters.length > 1 ? clusters : [],
  };
}

type AskNumber = (query: string) => Promise<number | null>;

async function judge(need: Need, series: number, number: AskNumber, dialect: DialectOptions): Promise<Finding> {
  const { metric, labels, mayBeAbsent } = need;
  if (series === 0) {
    const expected = mayBeAbsent?.unless === undefined ? null : await number(mayBeAbsent.unless);
    const state = mayBeAbsent !== undefined && (expected ?? 0) === 0 ? 'unused' : 'absent';
    return { need, state, series, missingLabels: [] };
  }
  const having = (...wanted: string[]) =>
    number(
      `count(${select(
        metric,
        wanted.map((label) => [label, '!=', '']),
      )})`,
    );
  const whole = ((await having(...labels)) ?? 0) > 0;
  const checked = await Promise.all(
    labels.map(async (label) => {
      const here = whole || ((await having(label)) ?? 0) > 0;
      const foundAs = await aliasOf(label, here, need, having, dialect);
      return here && foundAs === null ? [] : [{ label, foundAs }];
    }),
  );
  const missingLabels = checked.flat();
  return { need, state: missingLabels.length === 0 ? 'present' : 'labels missing', series, missingLabels };
}

/**
 * The other name of a label that is missing. Where it is there, `exported_` before it says that it is not what it should
 * be: Prometheus wrote the scraped pod's own over it, and moved what kube-state-metrics said out of the way.
 */
async function aliasOf(
  label: string,
  here: boolean,
  { exporter }: Need,
  having: (label: string) => Promise<number | null>,
  { renames }: DialectOptions,
): Promise<string | null> {
  if (renames.some(({ ours, within }) => ours === label && (within === 'everywhere' || within === exporter)))
    return null;
  const candidates = (aliases.get(label) ?? []).filter((name) => !here || name.startsWith('exported_'));
  for (const name of candidates) if (((await having(name)) ?? 0) > 0) return name;
  return null;
}

async function clustersIn(instant: Session['instant'], at: number): Promise<string[]> {
  const answer = await instant('count by (cluster) (kube_namespace_created{cluster!=""})', at);
  return answer.flatMap(({ labels }) => labels['cluster'] ?? []).toSorted();
}
