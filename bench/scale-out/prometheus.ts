import { createServer } from 'node:http';
import process from 'node:process';

/**
 * A stand-in for Prometheus in a separate process. It answers the queries of the server for any number of Deployments of
 * one pod, from numbers that it computes, because a real Prometheus with so many series does not fit next to the
 * servers. It prints its address. `/counted` returns how many queries it has answered, by the shape of the query.
 */
const [targets = 0, perNamespace = 1, pastHours = 0] = process.argv.slice(2).map(Number);
const startedAt = Math.floor(Date.now() / 1_000);
const podOf = (index: number) => `app-${index}-7d9f-0`;

type Labels = string;
/** The labels of the series of one Deployment in the answer to a query, each with its value. */
type Series = (index: number, namespace: string) => readonly (readonly [Labels, number | string])[];

const containerLabels = (index: number, namespace: string) =>
  `"namespace":"${namespace}","pod":"${podOf(index)}","container":"app"`;
const podLabels = (index: number, namespace: string) => `"namespace":"${namespace}","pod":"${podOf(index)}"`;
const owner = (index: number, namespace: string) =>
  `${podLabels(index, namespace)},"owner_kind":"ReplicaSet","owner_name":"app-${index}-7d9f"`;
const cores = (index: number) => 0.05 + (index % 17) / 100;
const bytes = (index: number) => 50_000_000 + (index % 13) * 9_000_000;
const requested = { cpu: 0.5, memory: 536_870_912 };
const resources = (index: number, namespace: string) =>
  Object.entries(requested).map(
    ([resource, value]) => [`${containerLabels(index, namespace)},"resource":"${resource}"`, value] as const,
  );
const one =
  (labels: (index: number, namespace: string) => Labels, value: (index: number) => number): Series =>
  (index, namespace) => [[labels(index, namespace), value(index)]];
const asLabel = (label: Labels, value: number) => `${label},"trimtab_value":"${value}"`;

/** The first shape that a query matches answers it. A query that matches none gets no series, as for absent metrics. */
const shapes: readonly (readonly [name: string, query: RegExp, series: Series])[] = [
  ['declared state', /group_left/, () => []],
  ['pods', /^max by \(namespace,pod,owner_kind,owner_name\)/, one(owner, () => 1)],
  [
    'ReplicaSets',
    /^max by \(namespace,replicaset,owner_kind,owner_name\)/,
    one(
      (index, namespace) =>
        `"namespace":"${namespace}","replicaset":"app-${index}-7d9f","owner_kind":"Deployment","owner_name":"app-${index}"`,
      () => 1,
    ),
  ],
  [
    'mean requests',
    /^count_values by \(namespace,pod,container,resource\)/,
    (index, namespace) => resources(index, namespace).map(([labels, value]) => [asLabel(labels, value), 1]),
  ],
  [
    'mean CPU',
    /^count_values by \(namespace,pod,container\).*container_cpu_usage/,
    (index, namespace) => [[asLabel(containerLabels(index, namespace), cores(index)), 1]],
  ],
  [
    'mean memory',
    /^count_values by \(namespace,pod,container\).*container_memory/,
    (index, namespace) => [[asLabel(containerLabels(index, namespace), bytes(index)), 1]],
  ],
  [
    'requests',
    /^(max|min) by \(namespace,pod,container,resource\).*_(requests|limits)\{/,
    (index, namespace) => resources(index, namespace),
  ],
  ['CPU now', /^sum by \(namespace,pod,container\).*container_cpu_usage/, one(containerLabels, cores)],
  ['restarts', /kube_pod_(init_)?container_status/, () => []],
  ['ready pods', /kube_pod_status_ready/, one(podLabels, () => 1)],
  [
    'phases',
    /^max by \(namespace,pod,phase\)/,
    one(
      (index, namespace) => `${podLabels(index, namespace)},"phase":"Running"`,
      () => 1,
    ),
  ],
  ['creation', /^max by \(namespace,pod\) \(kube_pod_created/, one(podLabels, () => startedAt - 30 * 86_400)],
  ['containers', /kube_pod_container_info/, one(containerLabels, () => 1)],
  [
    'replicas or surge',
    /^max by \(namespace,deployment\)/,
    one(
      (index, namespace) => `"namespace":"${namespace}","deployment":"app-${index}"`,
      () => 1,
    ),
  ],
  ['pods with samples', /^group by \(namespace,pod\) \(container_memory/, one(podLabels, () => 1)],
  [
    'labels',
    /^kube_pod_labels/,
    one(
      (index, namespace) => `${podLabels(index, namespace)},"label_app":"app-${index}","label_team":"${namespace}"`,
      () => 1,
    ),
  ],
  ['past CPU', /^round\(rate\(container_cpu_usage/, one(containerLabels, cores)],
  ['past memory', /^(max|avg)_over_time\(container_memory/, one(containerLabels, bytes)],
];

const counted = new Map<string, number>();
const namespaceOf = (index: number) => `team-${Math.floor(index / perNamespace)}`;

/** The Deployments in the namespaces that a query selects, and their namespaces. */
function* selected(query: string): Iterable<readonly [index: number, namespace: string]> {
  const named = /namespace=~?"([^"]*)"/.exec(query)?.[1]?.split('|');
  const places =
    named?.map((name) => Number(name.slice('team-'.length))) ??
    Array.from({ length: Math.ceil(targets / perNamespace) }, (_, place) => place);
  const pods = /pod=~?"([^"]*)"/.exec(query)?.[1]?.split('|');
  const wanted = pods === undefined ? null : new Set(pods);
  for (const place of places) {
    const end = Math.min(targets, (place + 1) * perNamespace);
    for (let index = place * perNamespace; index < end; index += 1) {
      if (wanted === null || wanted.has(podOf(index))) yield [index, namespaceOf(index)];
    }
  }
}

type Range = { readonly start: number; readonly end: number; readonly step: number };

const result = (range: Range | null, series: readonly string[]) =>
  `{"status":"success","data":{"resultType":"${range === null ? 'vector' : 'matrix'}","result":[${series.join(',')}]}}`;
const count = (name: string) => counted.set(name, (counted.get(name) ?? 0) + 1);

function answerOf(query: string, range: Range | null, at: number): string {
  const oldest = startedAt - pastHours * 3_600;
  const seriesOf = (labels: Labels, value: number | string, times: readonly number[]) =>
    range === null
      ? `{"metric":{${labels}},"value":[${at},"${value}"]}`
      : `{"metric":{${labels}},"values":[${times.map((time) => `[${time},"${value}"]`).join(',')}]}`;
  const single = (value: number) => result(range, [seriesOf('', value, [range?.start ?? at])]);
  if (query.startsWith('count(group by')) {
    count('count of pods or owners');
    const found = query.includes('owner_kind)') || at > oldest ? [...selected(query)].length : 0;
    return found === 0 ? result(range, []) : single(found);
  }
  if (query.startsWith('vector(') || query.startsWith('group(')) {
    count('check');
    return single(1);
  }
  const names = /^group by \(__name__\) \({__name__=~?"([^"]*)"}/.exec(query)?.[1]?.split('|');
  if (names !== undefined) {
    count('check of metrics');
    return result(
      range,
      names.map((metric) => seriesOf(`"__name__":"${metric}"`, 1, [at])),
    );
  }
  const shape = shapes.find(([, pattern]) => pattern.test(query));
  count(shape?.[0] ?? `none: ${query.replaceAll(/"[^"]*"/g, '""').slice(0, 120)}`);
  if (shape === undefined) return result(range, []);
  const times: number[] = [];
  if (range !== null) {
    for (let time = range.start; time <= range.end; time += range.step) if (time > oldest) times.push(time);
    if (times.length === 0) return result(range, []);
  }
  const all: string[] = [];
  for (const [index, namespace] of selected(query)) {
    for (const [labels, value] of shape[2](index, namespace)) all.push(seriesOf(labels, value, times));
  }
  return result(range, all);
}

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => {
    body += text;
  });
  request.on('end', () => {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    if (url.pathname === '/counted') return void response.end(JSON.stringify(Object.fromEntries(counted)));
    const words = new URLSearchParams(`${url.search.slice(1)}&${body}`);
    const [query, start] = [words.get('query') ?? '', words.get('start')];
    const range =
      url.pathname.endsWith('query_range') && start !== null
        ? { start: Number(start), end: Number(words.get('end')), step: Number(words.get('step')) }
        : null;
    response.setHeader('Content-Type', 'application/json');
    return void response.end(answerOf(query, range, Number(words.get('time') ?? Date.now() / 1_000)));
  });
});
// Longer than any client keeps an idle connection.
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => {
  const place = server.address();
  if (place === null || typeof place === 'string') throw new Error('The stand-in has no port.');
  process.stdout.write(`http://127.0.0.1:${place.port}\n`);
});
