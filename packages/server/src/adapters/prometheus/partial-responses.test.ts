import { answer, nothingRuns, vector } from '@trimtab/testing/prometheus';
import { describe, expect, test } from 'vitest';
import { silentTelemetry, type UpstreamCost } from '../../ports/index.ts';
import { day, failureOf, now, withServer } from './testing/scripted-prometheus.ts';

/*
 * What servers answer if some of their stores do not. The requests ask for an error instead of a part of the data.
 *
 * Thanos: no recording with a store that is down was found. The frame, from "expanding series" to "MinTime", is that of
 * recorded answers: in the pull request thanos-io/thanos#6325 (2023), which quotes the end-to-end test of Thanos, and in
 * thanos-io/thanos#6223 (0.29.0). The words for the failed store are those of the source: "fetch series for", "receive
 * series from" and "failed to receive any data in" are in pkg/store/proxy_merge.go of the main branch, earlier called
 * proxy_heap.go, and until 0.28 in pkg/store/proxy.go. What follows the last "desc =" is worded by grpc-go.
 *
 * VictoriaMetrics cluster: no recording with the status was found. The status 503 and the words are those of the cluster
 * branch, app/vmselect/netstorage/netstorage.go (collectResults, processBlocks). The texts of the first and last case were
 * pasted by users into VictoriaMetrics/VictoriaMetrics#1767 (2021) and #891 (2020, with the status 422), that of the second
 * into #5790 (1.93.9, with another reason).
 */
const labels = 'LabelSets: {cluster="eu", replica="0"} MinTime: 1699900000000 MaxTime: 9223372036854775807';
const store = `Addr: 10.1.2.3:10901 ${labels}`;
const unavailable =
  'rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: dial tcp 10.1.2.3:10901: connect: connection refused"';
const thanos = (error: string) => ({
  status: 'error',
  errorType: 'execution',
  error: `expanding series: proxy Series(): ${error}`,
});
const vmselect = (error: string, status = 503) => ({ status: 'error', errorType: String(status), error });

const refusals: readonly (readonly [name: string, status: number, body: unknown, reason: string])[] = [
  [
    'Thanos cannot connect to a store',
    422,
    thanos(`fetch series for {cluster="eu", replica="0"} ${store}: ${unavailable}`),
    'the connection was refused',
  ],
  [
    'a store of Thanos breaks off its answer',
    422,
    thanos(
      `rpc error: code = Aborted desc = receive series from ${store}: rpc error: code = Unavailable desc = error reading from server: EOF`,
    ),
    'the connection broke off',
  ],
  [
    'a store of Thanos is too slow',
    422,
    thanos(
      `rpc error: code = Aborted desc = failed to receive any data in 2m0s from ${store}: rpc error: code = Canceled desc = context canceled`,
    ),
    'no answer in time',
  ],
  [
    'a storage node of VictoriaMetrics cannot be reached',
    503,
    vmselect(
      'error occured during search: cannot fetch query results from vmstorage nodes: cannot perform search on vmstorage 10.1.2.3:8401: cannot obtain connection from a pool: cannot dial 10.1.2.3:8401: dial tcp4 10.1.2.3:8401: i/o timeout',
    ),
    'no answer in time',
  ],
  [
    'vmselect cannot look up the name of a storage node',
    503,
    vmselect(
      'cannot fetch label values from vmstorage nodes: cannot get label values from vmstorage vmstorage-1:8401: cannot obtain connection from a pool: cannot dial vmstorage-1:8401: dial tcp4: lookup vmstorage-1: no such host',
    ),
    'its host name is not known',
  ],
  [
    'an old VictoriaMetrics misses storage nodes',
    422,
    vmselect(
      'error when executing query="m" for (time=1605022379023, step=300000): cannot evaluate "m": cannot return full response, since some of vmstorage nodes are unavailable',
      422,
    ),
    'a store is unavailable',
  ],
];

describe('an error because stores did not answer is told (docs/faults.md#partial-responses)', () => {
  test.each(refusals)('%s', async (_, status, body, reason) => {
    const { metrics, lines } = await withServer((response) => answer(response, body, status));
    const error = await failureOf(metrics.usage({ namespaces: ['a', 'b'] }, day));
    expect(error.message).toBe(
      `Prometheus answered only in part, because some of its stores did not answer (${reason}). The log of this server names them. --prometheus-accept-partial uses what is there.`,
    );
    expect(error.timedOut).toBe(false);
    const logged = lines.filter(({ event }) => event === 'prometheus.warning').map(({ fields }) => fields);
    expect(JSON.stringify(logged)).toMatch(/10\.1\.2\.3|vmstorage/);
  });

  test('as a source that is down: the server is not asked for a while, and the reason stays', async () => {
    const outcomes: string[] = [];
    const telemetry = { ...silentTelemetry, upstream: ({ outcome }: UpstreamCost) => void outcomes.push(outcome) };
    const [, status, body] = refusals[0] ?? [];
    const { metrics, server } = await withServer((response) => answer(response, body, status), { telemetry });
    for (let times = 0; times < 5; times += 1) await failureOf(metrics.usage({}, day));
    const asked = server.asked.length;
    const { message } = await failureOf(metrics.usage({}, day));
    expect(message).toMatch(
      /^Prometheus failed \d+ times in a row\. The next query is sent at [\d:]+ UTC\. The last time: Prometheus answered only in part, .*--prometheus-accept-partial/,
    );
    expect(server.asked).toHaveLength(asked);
    expect(new Set(outcomes)).toEqual(new Set(['failed']));
  });

  test('without advice to accept partial responses if they are accepted', async () => {
    const [, status, body] = refusals[3] ?? [];
    const { metrics } = await withServer((response) => answer(response, body, status), { acceptPartial: true });
    expect((await failureOf(metrics.usage({}, day))).message).toBe(
      'Prometheus answered only in part, because some of its stores did not answer (no answer in time). The log of this server names them.',
    );
  });

  test('and its text is not logged if it contains a secret', async () => {
    const body = vmselect('cannot fetch query results from vmstorage nodes: header "Bearer hunter2hunter2"');
    const { metrics, lines } = await withServer((response) => answer(response, body, 503), {
      headers: async () => ({ Authorization: 'Bearer hunter2hunter2' }),
    });
    await failureOf(metrics.usage({}, day));
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });
});

/*
 * Earlier versions of Thanos answer so for a time that no store has. The response with the warning, twice, was pasted by an
 * operator of Thanos Receive, without a version. The error, which comes if parts are refused, was recorded from 0.29.0 in
 * thanos-io/thanos#6223. Later versions only log it (pkg/store/proxy.go of the main branch).
 */
describe('Thanos has no store for a time', () => {
  const noStores = 'No StoreAPIs matched for this query';
  const matrix = { resultType: 'matrix', result: [] as unknown[] };
  const warned = { status: 'success', data: matrix, warnings: [noStores, noStores] };
  const refused = thanos(`rpc error: code = Aborted desc = ${noStores}`);
  const series = { metric: { namespace: 'shop', pod: 'cart-1', container: 'app' }, values: [[0, '1']] };
  const past = { start: day.start - 86_400_000, end: day.start };

  test.each([
    ['a warning', 200, warned],
    ['an error', 422, refused],
  ])('%s about the past before its first sample means that there are no samples', async (_, status, body) => {
    const { connector, lines } = await withServer((response) => answer(response, body, status));
    expect(await connector.query('up', past, 300)).toMatchObject({ series: [] });
    expect(lines.filter(({ level }) => level === 'warn')).toEqual([]);
  });

  test.each([
    ['a warning', 200, warned],
    ['an error', 422, refused],
  ])('%s about the present means that a store is missing', async (_, status, body) => {
    const { connector } = await withServer((response) => answer(response, body, status));
    const error = await failureOf(connector.query('up', day, 300));
    expect(error.message).toMatch(/^Prometheus answered only in part, because some of its stores did not answer/);
  });

  test.each([
    ['with samples', { ...warned, data: { ...matrix, result: [series] } }],
    ['with another warning', { ...warned, warnings: [noStores, 'fetch series for {}: connection refused'] }],
    ['marked as partial', { ...warned, isPartial: true }],
  ])('a response %s is partial', async (_, body) => {
    const { connector } = await withServer((response) => answer(response, body));
    const error = await failureOf(connector.query('up', past, 300));
    expect(error.message).toMatch(/^Prometheus answered only in part/);
  });

  test('a part of a history before the first sample is empty', async () => {
    const { history } = await withServer((response, _query, _request, form) => {
      const resultType = form.has('end') ? 'matrix' : 'vector';
      answer(response, { ...warned, data: { resultType, result: [] } });
    });
    expect((await history.history({ namespaces: ['shop'] }, past)).items).toEqual([]);
  });
});

describe('a partial response that is accepted', () => {
  const partial = { warnings: ['fetch series for {cluster="eu"} 10.1.2.3:10901: connection refused'] };
  const scraped = vector(
    ...['kube_pod_owner', 'kube_pod_container_status_restarts_total'].map((__name__) => ({
      metric: { __name__ },
      value: [1, '1'] as [number, string],
    })),
  );
  const told = 'Some stores of Prometheus did not answer (the connection was refused), so figures can be too low.';

  test('is told with each listing that was made from it', async () => {
    const { cluster, metrics, history } = await withServer(
      (response, _query, _request, form) => {
        const isRange = form.has('end');
        const data = isRange ? { resultType: 'matrix', result: [] } : scraped.data;
        answer(response, { status: 'success', data, ...partial });
      },
      { acceptPartial: true },
    );
    const scope = { namespaces: ['shop', 'pay'] };
    const listings = await Promise.all([
      cluster.namespaces(),
      cluster.workloads(scope),
      cluster.labels?.(scope),
      metrics.usage(scope, day),
      metrics.incidents?.(scope, day),
      history.history(scope, day),
      history.declared?.(scope, day, 3_600_000),
    ]);
    for (const listing of listings) expect(listing?.problems.filter((one) => one === told)).toEqual([told]);
  });

  test('is told for five minutes after the last one', async () => {
    let [time, sent] = [now, { ...nothingRuns, ...partial }];
    const { cluster } = await withServer((response) => answer(response, sent), {
      acceptPartial: true,
      clock: { now: () => time },
    });
    expect(cluster.problem?.()).toBeNull();
    await cluster.workloads({});
    const text =
      'Some stores of Prometheus did not answer (the connection was refused), last at 2023-11-14 22:13 UTC, so figures can be too low.';
    expect(cluster.problem?.()).toBe(text);
    sent = { ...nothingRuns, warnings: [] };
    expect((await cluster.workloads({})).problems).toEqual([]);
    time += 299_000;
    expect(cluster.problem?.()).toBe(text);
    time += 1_000;
    expect(cluster.problem?.()).toBeNull();
  });

  test('is told for five minutes after the clock is set back', async () => {
    let time = now;
    const { cluster } = await withServer((response) => answer(response, { ...nothingRuns, ...partial }), {
      acceptPartial: true,
      clock: { now: () => time },
    });
    await cluster.workloads({});
    time -= 3_600_000;
    expect(cluster.problem?.()).toContain('last at 2023-11-14 21:13 UTC');
    time += 300_000;
    expect(cluster.problem?.()).toBeNull();
  });
});
