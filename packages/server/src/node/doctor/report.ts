import { styleText } from 'node:util';
import type { Examination, Finding } from '../../adapters/prometheus/index.ts';

type Exporter = Finding['need']['exporter'];
type Mark = 'ok' | 'note' | 'none' | 'missing';
const colors = { ok: 'green', note: 'yellow', none: 'gray', missing: 'red' } as const;

const isMissing = ({ state }: Finding): boolean => state === 'absent' || state === 'labels missing';

/** Whether every metric and label that is needed is there. */
export const isWell = ({ findings }: Examination): boolean => !findings.some(isMissing);

const under = (text: string): string => `           ${text}`;

/** What was found, for a person at a terminal, and for whoever searches it line by line. */
export function doctorReport(examination: Examination, { shown, color }: { shown: string; color: boolean }): string {
  const paint = (mark: Mark, text: string) => (color ? styleText(colors[mark], text, { validateStream: false }) : text);
  const line = (mark: Mark, text: string) => `  ${paint(mark, mark.padEnd(7))}  ${text}`;
  const width = Math.max(...examination.findings.map(({ need }) => need.metric.length));

  const finding = (one: Finding): string[] => {
    const { need, series, state } = one;
    const name = need.metric.padEnd(width);
    if (state === 'present') return [line('ok', `${name}  ${series} series`)];
    if (state === 'unused') return [line('none', `${name}  ${need.mayBeAbsent?.meaning ?? ''}`)];
    const lost = under(`Without it: ${need.without}.`);
    if (state === 'absent') return [line('missing', need.metric), lost, under(`Fix: ${howToGet(one, examination)}`)];
    const labels = one.missingLabels.map(({ label }) => label).join(', ');
    return [line('missing', `${name}  not its own: ${labels}`), lost, under(`Fix: ${howToName(one)}`)];
  };
  const section = (exporter: Exporter, title: string): string[] => [
    title,
    ...examination.findings.filter(({ need }) => need.exporter === exporter).flatMap(finding),
    '',
  ];
  return [
    `Prometheus at ${shown} answers.`,
    '',
    ...section('cadvisor', 'cAdvisor, in the kubelet (what containers use)'),
    ...section('kube-state-metrics', 'kube-state-metrics (what Kubernetes knows)'),
    'Samples',
    ...samples(examination).map(([mark, text]) => line(mark, text)),
    '',
    verdict(examination, paint),
    '',
  ].join('\n');
}

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

function howToGet({ need }: Finding, { findings }: Examination): string {
  const none = findings.every((other) => other.need.exporter !== need.exporter || other.series === 0);
  if (need.exporter === 'cadvisor') {
    return none
      ? 'let Prometheus scrape /metrics/cadvisor of every kubelet.'
      : 'look at metric_relabel_configs of the job that scrapes the kubelets: they drop it.';
  }
  if (none) return 'install kube-state-metrics 2.x, and let Prometheus scrape it with honor_labels: true.';
  if (need.metric === 'kube_pod_labels') return 'start kube-state-metrics with --metric-labels-allowlist=pods=[*].';
  return 'look at --resources, --metric-allowlist and --metric-denylist of kube-state-metrics, and at metric_relabel_configs of its job.';
}

function howToName({ need, missingLabels }: Finding): string {
  const renames = missingLabels.flatMap(({ label, foundAs }) =>
    foundAs === null ? [] : [`--prometheus-rename ${need.exporter}:${label}=${foundAs}`],
  );
  const unknown = missingLabels.filter(({ foundAs }) => foundAs === null).map(({ label }) => label);
  const name = unknown[0] ?? '';
  const byHand =
    unknown.length === 0
      ? []
      : [
          `if ${unknown.join(', ')} has another name there, say so: --prometheus-rename ${need.exporter}:${name}=its_name; otherwise look at the relabeling of its job`,
        ];
  const exported = missingLabels.some(({ foundAs }) => foundAs?.startsWith('exported_'));
  const honor = exported ? ['or scrape it with honor_labels: true'] : [];
  return `${[...(renames.length > 0 ? [`start with ${renames.join(' ')}`] : []), ...honor, ...byHand].join('; ')}.`;
}

const hours = 3600;
const days = 24 * hours;

function samples(examination: Examination): (readonly [Mark, string])[] {
  const { historySeconds: history, sampleIntervalSeconds: interval, newestSampleSeconds: newest } = examination;
  const reach = history === null ? '' : history < days ? 'an hour' : plural(history / days, 'day', 'days');
  const list: (readonly [Mark, string])[] = [];
  if (history === null) list.push(['note', 'none of containers yet: suggestions come with 24 hours of them']);
  else if (history < days)
    list.push(['note', `they reach back ${reach} or more: suggestions come with 24 hours of them`]);
  else if (history < 14 * days)
    list.push(['note', `they reach back ${reach} or more: suggestions are best with 14 days`]);
  else list.push(['ok', 'they reach back 14 days']);
  if (interval !== null) {
    const text = `one every ${Math.round(interval)} s`;
    list.push(
      interval > 150
        ? ['note', `${text}: peaks within ten minutes are averaged; 60 s or less shows them`]
        : ['ok', text],
    );
  }
  if (newest !== null && newest > 180) {
    list.push(['note', `the newest is ${Math.round(newest)} s old: is Prometheus still scraping the kubelets?`]);
  }
  if (examination.mixedClusters.length > 0) {
    const [first = ''] = examination.mixedClusters;
    list.push([
      'note',
      `they are of ${examination.mixedClusters.length} clusters, whose namespaces are mixed: choose one with --prometheus-cluster ${JSON.stringify(`cluster=${first}`)}`,
    ]);
  }
  return list;
}

function verdict(examination: Examination, paint: (mark: Mark, text: string) => string): string {
  const { findings } = examination;
  const missing = findings.filter(isMissing);
  const needed = findings.filter(({ state }) => state !== 'unused').length;
  if (missing.length === 0)
    return paint('ok', `All is there: ${plural(needed, 'metric', 'metrics')} with their labels.`);
  const verb = missing.length === 1 ? 'is' : 'are';
  return paint(
    'missing',
    `${missing.length} of ${plural(needed, 'metric', 'metrics')} ${verb} missing or incomplete. Trimtab starts all the same, and shows a dash where it does not know.`,
  );
}
