import { styleText } from 'node:util';
import { sanitize } from '@trimtab/core';
import { shellWord } from '@trimtab/core/patch';
import type { MetricFinding, MetricsReport, RuleSet } from '../../adapters/prometheus/index.ts';

type Exporter = MetricFinding['required']['exporter'];
type Status = 'ok' | 'note' | 'none' | 'missing';
const colors = { ok: 'green', note: 'yellow', none: 'gray', missing: 'red' } as const;

export const paint = (color: boolean, status: Status, text: string): string =>
  color ? styleText(colors[status], text, { validateStream: false }) : text;

const isMissing = ({ state }: MetricFinding): boolean => state === 'absent' || state === 'labels missing';

/** Whether every required metric and label exists. */
export const isComplete = ({ findings }: MetricsReport): boolean => !findings.some(isMissing);

const indented = (text: string): string => `           ${text}`;

/** The report as text: readable in a terminal and searchable line by line. */
export function doctorReport(report: MetricsReport, { address, color }: { address: string; color: boolean }): string {
  const line = (status: Status, text: string) => `  ${paint(color, status, status.padEnd(7))}  ${text}`;
  const width = Math.max(...report.findings.map(({ required }) => required.metric.length));

  const findingLines = (finding: MetricFinding): string[] => {
    const { required, series, state } = finding;
    const name = required.metric.padEnd(width);
    if (state === 'present') return [line('ok', `${name}  ${series} series`)];
    if (state === 'unused') return [line('none', `${name}  ${required.mayBeAbsent?.meaning ?? ''}`)];
    const consequence = indented(`Without it: ${required.without}.`);
    if (state === 'absent') {
      return [line('missing', required.metric), consequence, indented(`Fix: ${fixForMetric(finding, report)}`)];
    }
    const labels = finding.missingLabels.map(({ label }) => label).join(', ');
    return [
      line('missing', `${name}  labels missing or wrong: ${labels}`),
      consequence,
      indented(`Fix: ${fixForLabels(finding)}`),
    ];
  };
  const section = (exporter: Exporter, title: string): string[] => [
    title,
    ...report.findings.filter(({ required }) => required.exporter === exporter).flatMap(findingLines),
    '',
  ];
  return [
    `Prometheus at ${address} answers.`,
    '',
    ...section('cadvisor', 'Metrics of cAdvisor, which is part of the kubelet (usage of containers)'),
    ...section('kube-state-metrics', 'Metrics of kube-state-metrics (state of Kubernetes objects)'),
    'Samples of containers',
    ...sampleNotes(report).map(([status, text]) => line(status, text)),
    '',
    'Recording rules',
    ...rulesNotes(report).map(([status, text]) => line(status, text)),
    '',
    summary(report, color),
    '',
  ].join('\n');
}

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

function fixForMetric({ required }: MetricFinding, { findings }: MetricsReport): string {
  const exporterMissing = findings.every(
    (other) => other.required.exporter !== required.exporter || other.series === 0,
  );
  if (required.exporter === 'cadvisor') {
    return exporterMissing
      ? 'let Prometheus scrape /metrics/cadvisor of every kubelet.'
      : 'check metric_relabel_configs of the job that scrapes the kubelets: it drops this metric.';
  }
  if (exporterMissing) return 'install kube-state-metrics 2.x, and let Prometheus scrape it with honor_labels: true.';
  if (required.metric === 'kube_pod_labels') return 'start kube-state-metrics with --metric-labels-allowlist=pods=[*].';
  return 'check --resources, --metric-allowlist and --metric-denylist of kube-state-metrics, and metric_relabel_configs of its scrape job.';
}

function fixForLabels({ required, missingLabels }: MetricFinding): string {
  const renames = missingLabels.flatMap(({ label, foundAs }) =>
    foundAs === null ? [] : [`--prometheus-rename ${required.exporter}:${label}=${foundAs}`],
  );
  const notFound = missingLabels.filter(({ foundAs }) => foundAs === null).map(({ label }) => label);
  const [first = ''] = notFound;
  const exported = missingLabels.some(({ foundAs }) => foundAs?.startsWith('exported_'));
  const fixes = [
    ...(renames.length > 0 ? [`start with ${renames.join(' ')}`] : []),
    ...(exported ? ['or scrape kube-state-metrics with honor_labels: true'] : []),
    ...(notFound.length > 0
      ? [
          `if ${notFound.join(', ')} has another name, start with --prometheus-rename ${required.exporter}:${first}=<its name>; otherwise check the relabeling of the scrape job`,
        ]
      : []),
  ];
  return `${fixes.join('; ')}.`;
}

const daySeconds = 24 * 3600;

function sampleNotes(report: MetricsReport): (readonly [Status, string])[] {
  const { historySeconds, sampleIntervalSeconds: interval, newestSampleSeconds: newest, mixedClusters } = report;
  const notes: (readonly [Status, string])[] = [historyNote(historySeconds)];
  if (interval !== null) {
    const text = `one every ${Math.round(interval)} s`;
    notes.push(
      interval > 150
        ? ['note', `${text}: short peaks are averaged over ten minutes; scrape every 60 s or less to see them`]
        : ['ok', text],
    );
  }
  if (newest !== null && newest > 180) {
    notes.push(['note', `the newest is ${Math.round(newest)} s old: check that Prometheus still scrapes the kubelets`]);
  }
  if (mixedClusters.length > 0) {
    // Users paste this into a shell, so the name of a cluster must remain one word in one line.
    const example = shellWord(sanitize(`cluster=${mixedClusters[0]}`));
    notes.push([
      'note',
      `from ${mixedClusters.length} clusters, whose namespaces are mixed: select one with --prometheus-cluster ${example}`,
    ]);
  }
  return notes;
}

function historyNote(historySeconds: number | null): readonly [Status, string] {
  if (historySeconds === null) return ['note', 'none yet: suggestions start 24 hours after the first sample'];
  if (historySeconds < daySeconds)
    return ['note', 'at least one hour of history: suggestions start 24 hours after the first sample'];
  if (historySeconds >= 14 * daySeconds) return ['ok', '14 days of history or more'];
  return ['note', `at least ${ageText(historySeconds)} of history: suggestions are best with 14 days`];
}

const ageText = (seconds: number): string =>
  seconds < daySeconds ? 'an hour' : plural(seconds / daySeconds, 'day', 'days');

function rulesNotes({ recordingRules }: MetricsReport): readonly (readonly [Status, string])[] {
  if (recordingRules === null)
    return [['none', 'not used, because --prometheus-rename changes what usage is read from']];
  const { bins, day, seconds } = recordingRules;
  const reach = seconds === null ? '' : `, at least ${ageText(seconds)} back`;
  return [
    rulesNote(bins, { file: 'rules.yaml', answers: `histories${reach}` }),
    day === null
      ? ['none', 'not used for the usage of a day, because --prometheus-rename changes what it is read from']
      : rulesNote(day, { file: 'day-rules.yaml', answers: 'the usage of a day' }),
  ];
}

function rulesNote(
  { areInstalled, missing }: RuleSet,
  { file, answers }: { readonly file: string; readonly answers: string },
): readonly [Status, string] {
  const install = `load deploy/prometheus/${file} into Prometheus, or set prometheusRule.enabled=true in the chart`;
  if (!areInstalled) return ['none', `not used for ${answers}; to read fewer samples, ${install}`];
  if (missing.length === 0) return ['ok', `used for ${answers}`];
  return ['note', `${missing.join(', ')} ${missing.length === 1 ? 'has' : 'have'} no samples: ${install}`];
}

function summary({ findings }: MetricsReport, color: boolean): string {
  const missing = findings.filter(isMissing).length;
  const required = plural(findings.filter(({ state }) => state !== 'unused').length, 'metric', 'metrics');
  if (missing === 0) return paint(color, 'ok', `Complete: ${required} with all labels.`);
  return paint(
    color,
    'missing',
    `${missing} of ${required} ${missing === 1 ? 'is' : 'are'} missing or incomplete. Trimtab can start without them, and shows a dash for unknown values.`,
  );
}
