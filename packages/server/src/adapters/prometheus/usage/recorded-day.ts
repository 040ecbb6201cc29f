import { getOrInsert } from '../../../get-or-insert.ts';
import type { Session } from '../client/connection.ts';
import type { Sample } from '../client/response.ts';
import { ownerQueries, podKey } from '../inventory/owners.ts';
import { inNamespaces, selector } from '../queries/promql.ts';
import { perCluster, type RecordingRule } from '../queries/recording-rule.ts';
import { ownerLookBack, type Span, type UsageQueries, usageQueries } from './queries.ts';

/** The series of the recording rules for the usage of a day. A rule with another meaning needs another name. */
const dayMetrics = {
  cpu: 'trimtab:container_cpu_mean_cores:1d',
  memory: 'trimtab:container_memory_mean_bytes:1d',
  requests: 'trimtab:container_requests_mean:1d',
  ready: 'trimtab:pod_ready:1d',
  unmeasured: 'trimtab:pod_unmeasured:1d',
  unowned: 'trimtab:pod_unowned:1d',
  podOwners: 'trimtab:pod_owner:2d',
  replicaSetOwners: 'trimtab:replicaset_owner:2d',
} as const;
/** Those that exist if the rules are evaluated. The others have no series while no pod was lost. */
export const recordedDayNames: readonly string[] = [
  dayMetrics.cpu,
  dayMetrics.memory,
  dayMetrics.requests,
  dayMetrics.ready,
  dayMetrics.podOwners,
];

const daySeconds = 86_400;
/** The rules are evaluated this often, and a recorded day ends at a multiple of it. */
export const dayRuleSeconds = 600;
/** Samples that are delivered late count if they arrive this long after the end of the day. */
const settleSeconds = 300;
/** A day is recorded at most this long after its end. */
const recordedAfter = settleSeconds + dayRuleSeconds;

/**
 * The rules that record the usage of the 24 hours before each multiple of ten minutes: the same queries that read it from
 * the samples. As in `recordingRules`, an aligned subquery finds the end of the day.
 */
export function dayRules(): readonly RecordingRule[] {
  // Any multiple of ten minutes gives the same queries.
  const day = { start: -daySeconds, end: 0 };
  const { cpu, memory, requests, ready, unmeasured, unowned } = usageQueries(undefined, day, { gaps: 'none' });
  const owners = ownerQueries(undefined, ownerLookBack(day));
  const seenIn = 'container_memory_working_set_bytes';
  const queries = [
    [dayMetrics.cpu, cpu.query],
    [dayMetrics.memory, memory],
    [dayMetrics.requests, requests],
    [dayMetrics.ready, ready(seenIn, 'ready')],
    [dayMetrics.unmeasured, unmeasured(seenIn, 'ready')],
    [dayMetrics.unowned, unowned(seenIn)],
    [dayMetrics.podOwners, owners.pods],
    [dayMetrics.replicaSetOwners, owners.replicaSets],
  ] as const;
  return queries.map(([record, query]) => ({
    record,
    expr: `last_over_time((${perCluster(query)})[${dayRuleSeconds * 1000 - 1}ms:${dayRuleSeconds}s] offset ${settleSeconds}s)`,
  }));
}

/** Where the usage of a span is read: from samples, or from what the rules recorded. */
export type UsageSource = {
  readonly queries: UsageQueries;
  readonly owners: { readonly pods: string; readonly replicaSets: string; readonly at: number };
};

export type RecordedDay = {
  readonly span: Span;
  /** The namespaces of which the rules have recorded everything. */
  readonly covered: readonly string[];
  /** Its answers contain only these namespaces. */
  readonly session: Session;
  readonly source: UsageSource;
};

/** The pods that run. Others, such as evicted ones, have no usage. Without phases, all pods count as running. */
function runningPods(namespaces: readonly string[]): string {
  const phases = selector('kube_pod_status_phase', [inNamespaces(namespaces), ['phase', '!=', 'Running']]);
  return `${ownerQueries(namespaces).pods} unless on (namespace,pod) (${phases} == 1)`;
}

/**
 * The newest recorded day before the end of a span of 24 hours; null if none is recorded. A namespace is covered if
 * each pod that runs at the end of the span has recorded usage. So a pod that started in the last minutes, a rule that failed, and
 * rules in only one of two shards lead to the samples.
 */
export async function recordedDay(
  session: Session,
  namespaces: readonly string[],
  { start, end }: Span,
): Promise<RecordedDay | null> {
  if (session.renames || end - start !== daySeconds) return null;
  const day = Math.floor((end - recordedAfter) / dayRuleSeconds) * dayRuleSeconds;
  const at = day + recordedAfter;
  const span = { start: day - daySeconds, end: day };
  const recorded = (figure: keyof typeof dayMetrics): string =>
    `last_over_time(${selector(dayMetrics[figure], [inNamespaces(namespaces)])}[${dayRuleSeconds}s] offset 1ms)`;
  const answers = new Map<string, Promise<Sample[]>>();
  const instant: Session['instant'] = (query, time) =>
    getOrInsert(answers, `${time} ${query}`, () => session.instant(query, time));
  const ready = await instant(recorded('ready'), at);
  if (ready.length === 0) return null;
  const [cpu, memory, running] = await Promise.all([
    instant(recorded('cpu'), at),
    instant(recorded('memory'), at),
    session.instant(runningPods(namespaces), end),
  ]);
  const known = [ready, cpu, memory].map((samples) => new Set(samples.map(({ labels }) => podKey(labels))));
  const covered = new Map<string, boolean>();
  for (const { labels } of running) {
    const { namespace = '' } = labels;
    const isKnown = known.every((pods) => pods.has(podKey(labels)));
    covered.set(namespace, isKnown && (covered.get(namespace) ?? true));
  }
  const isCovered = ({ labels }: Sample): boolean => covered.get(labels['namespace'] ?? '') === true;
  return {
    span,
    covered: namespaces.filter((namespace) => covered.get(namespace) === true),
    session: { ...session, instant: async (query, time) => (await instant(query, time)).filter(isCovered) },
    source: {
      queries: {
        at,
        cpu: { query: recorded('cpu'), perSeries: null, at },
        memory: recorded('memory'),
        memoryPerSeries: null,
        requests: recorded('requests'),
        requestsPerSeries: null,
        ready: () => recorded('ready'),
        unmeasured: () => recorded('unmeasured'),
        unowned: () => recorded('unowned'),
      },
      owners: { pods: recorded('podOwners'), replicaSets: recorded('replicaSetOwners'), at },
    },
  };
}
