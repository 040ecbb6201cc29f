import { answer } from '@trimtab/testing/prometheus';
import { describe, expect, test } from 'vitest';
import { ResultTooLargeError } from './client/response.ts';
import { seriesCountStepSeconds } from './history/slices.ts';
import { day, failureOf, withServer } from './testing/scripted-prometheus.ts';

/*
 * Error responses of servers with the API of Prometheus. Those of VictoriaMetrics were recorded from version 1.79.5. Those
 * marked as recorded are public, as follows; addresses and names of blocks are as there.
 *
 * - Mimir: grafana/mimir, integration/query_frontend_test.go and an earlier version of
 *   integration/store_gateway_limits_hit_test.go, which compare status and whole body with those of a running Mimir;
 *   grafana/mimir#5156 (2023, body and status pasted by a user).
 * - Cortex: grafana-cold-storage/cortex-tools#282 (2023), cortexproject/cortex#5149 (1.14.0) and cortexproject/cortex#5285
 *   (2023, from the log of the query frontend, with its status). The first two have the kind and the text, no status.
 * - Thanos: thanos-io/thanos#6325 (2023, from its end-to-end test).
 *
 * The others are worded as in the source: of Mimir in pkg/util/globalerror and pkg/frontend/querymiddleware, of Cortex in
 * pkg/util/limiter and pkg/util/validation, of Thanos in pkg/store/limiter.go. No recordings of them were found.
 */
const mimir = (text: string, id: string, option: string) =>
  `${text} (${id}). To adjust the related per-tenant limit, configure ${option}, or contact your service administrator.`;
const execution = { status: 'error', errorType: 'execution' };
const victoria = { status: 'error', errorType: '422' };

describe('a limit of another server is named, and the query is repeated for fewer namespaces', () => {
  test.each([
    [
      'Mimir: chunks',
      422,
      {
        ...execution,
        error: mimir(
          'the query exceeded the maximum number of chunks (limit: 11 chunks)',
          'err-mimir-max-chunks-per-query',
          '-querier.max-fetched-chunks-per-query',
        ),
      },
      '-querier.max-fetched-chunks-per-query',
    ],
    [
      'Mimir: length of the query',
      400,
      {
        status: 'error',
        errorType: 'bad_data',
        error: mimir(
          'the raw query size in bytes exceeds the limit (query size: 21, limit: 20)',
          'err-mimir-max-query-expression-size-bytes',
          '-query-frontend.max-query-expression-size-bytes',
        ),
      },
      '-query-frontend.max-query-expression-size-bytes',
    ],
    [
      'Cortex: series',
      422,
      { ...execution, error: 'the query hit the max number of series limit (limit: 100 series)' },
      "the tenant's limits of Cortex",
    ],
    [
      'Thanos: samples',
      422,
      { ...execution, error: 'expand series: receive series: failed to send samples: limit 100 violated (got 120)' },
      '--store.limits.request-series and --store.limits.request-samples of Thanos',
    ],
    [
      'Mimir: series (recorded)',
      422,
      {
        ...execution,
        error: mimir(
          'expanding series: the query exceeded the maximum number of series (limit: 3 series)',
          'err-mimir-max-series-per-query',
          '-querier.max-fetched-series-per-query',
        ),
      },
      '-querier.max-fetched-series-per-query',
    ],
    [
      'Mimir: samples (recorded)',
      422,
      { ...execution, error: 'query processing would load too many samples into memory in query execution' },
      '--query.max-samples of Prometheus',
    ],
    [
      'Cortex: series of ingesters (recorded)',
      422,
      { ...execution, error: 'expanding series: the query hit the max number of series limit (limit: 100000 series)' },
      "the tenant's limits of Cortex",
    ],
    [
      'Cortex: chunks of a block (recorded)',
      422,
      {
        ...execution,
        error:
          'expanding series: error querying tenant_id a: failed to receive series from 192.18.29.156:9095: rpc error: code = Code(422) desc = fetch series for block 01GS9S165XPR46FQZR26GYCFSA: exceeded chunks limit: rpc error: code = Code(422) desc = limit 2000000 violated (got 2000033)',
      },
      "the tenant's limits of Cortex",
    ],
    [
      'Cortex: series of a block, as an internal error (recorded)',
      500,
      {
        status: 'error',
        errorType: 'internal',
        error:
          'failed to receive series from 10.0.35.137:9095: rpc error: code = ResourceExhausted desc = fetch series for block 01GX58AA19BMQZRWBN80PZ2VXG: rpc error: code = ResourceExhausted desc = exceeded series limit: rpc error: code = Code(422) desc = limit 12000 violated (got 12704)',
      },
      "the tenant's limits of Cortex",
    ],
    [
      'Thanos: bytes (recorded)',
      422,
      {
        ...execution,
        error:
          'expanding series: proxy Series(): rpc error: code = Aborted desc = receive series from Addr: store-limit-store-gw-1:9091 LabelSets: {ext1="value1", replica="1"},{ext1="value1", replica="2"},{ext1="value2", replica="3"} MinTime: 1683016297853 MaxTime: 1683023497853: rpc error: code = ResourceExhausted desc = fetch series for block 01GZDQPDKDF7ENV3KQ8MS7SAPZ: expanded matching posting: get postings: rpc error: code = ResourceExhausted desc = exceeded bytes limit while fetching postings: limit 1 violated (got 8)',
      },
      '--store.grpc.downloaded-bytes-limit of Thanos',
    ],
    [
      'VictoriaMetrics: samples',
      422,
      {
        ...victoria,
        error:
          'error when executing query="m" for (time=1795422973168, step=300000): cannot select more than -search.maxSamplesPerQuery=5 samples; possible solutions: to increase the -search.maxSamplesPerQuery; to reduce time range for the query',
      },
      '-search.maxSamplesPerQuery',
    ],
    [
      'VictoriaMetrics: series',
      422,
      {
        ...victoria,
        error:
          'error when executing query="m" for (time=1795422973144, step=300000): cannot evaluate "m": search error after reading 0 data blocks: the number of matching timeseries exceeds 3; either narrow down the search or increase -search.max* command-line flags',
      },
      '-search.maxUniqueTimeseries of VictoriaMetrics',
    ],
    [
      'VictoriaMetrics: points',
      422,
      {
        ...victoria,
        error:
          'too many points for the given step=15000, start=1795387000000 and end=1795423000000: 2401; cannot exceed -search.maxPointsPerTimeseries=100',
      },
      '-search.maxPointsPerTimeseries',
    ],
    [
      'VictoriaMetrics: length of the query',
      422,
      { ...victoria, error: "too long query; got 309 bytes; mustn't exceed `-search.maxQueryLen=200` bytes" },
      '-search.maxQueryLen',
    ],
  ])('%s', async (_, status, body, limit) => {
    const refusing = await withServer((response) => answer(response, body, status));
    const error = await failureOf(refusing.metrics.usage({}, day));
    expect(error).toBeInstanceOf(ResultTooLargeError);
    expect(error.message).toBe(
      `A query needs more than the server allows. Request fewer namespaces, or raise ${limit}.`,
    );
    await failureOf(refusing.metrics.usage({ namespaces: ['a', 'b'] }, day));
    const scopes = refusing.server.asked.map(({ query }) => /namespace="([ab])"/.exec(query)?.[1]);
    expect(new Set(scopes.filter((scope) => scope !== undefined))).toEqual(new Set(['a', 'b']));
  });
});

test.each([
  [
    'Mimir and Cortex refuse a query of too many days; fewer namespaces would not help',
    400,
    {
      status: 'error',
      errorType: 'bad_data',
      error: mimir(
        'the total query time range exceeds the limit (query length: 48h0m0s, limit: 24h0m0s)',
        'err-mimir-max-total-query-length',
        '-query-frontend.max-total-query-length',
      ),
    },
    'A query covers more time than the server allows. Raise -query-frontend.max-total-query-length.',
    false,
  ],
  [
    'Mimir refuses a part of a query that covers too many days (recorded)',
    422,
    {
      ...execution,
      error: mimir(
        'expanding series: the query time range exceeds the limit (query length: 744h6m0s, limit: 720h0m0s)',
        'err-mimir-max-query-length',
        '-querier.max-partial-query-length',
      ),
    },
    'A query covers more time than the server allows. Raise -querier.max-partial-query-length.',
    false,
  ],
  [
    'Mimir refuses a query of too many points (recorded)',
    400,
    {
      status: 'error',
      errorType: 'bad_data',
      error:
        'exceeded maximum resolution of 11,000 points per timeseries. Try decreasing the query resolution (?step=XX)',
    },
    'Prometheus rejected a query (HTTP 400).',
    false,
  ],
  [
    'Mimir has too few ingesters (recorded)',
    500,
    {
      status: 'error',
      errorType: 'internal',
      error: 'expanding series: too many unhealthy instances in the ring',
    },
    'Prometheus is unavailable (HTTP 500): too many of its instances do not answer.',
    false,
  ],
  [
    'Mimir and Cortex have too many queries of the tenant',
    429,
    { status: 'error', errorType: 'too_many_requests', error: 'too many outstanding requests' },
    'Prometheus accepts no more queries at the moment (HTTP 429).',
    false,
  ],
  [
    'VictoriaMetrics has too many queries',
    503,
    {
      status: 'error',
      errorType: '503',
      error:
        "couldn't start executing the request in 10.000 seconds, since -search.maxConcurrentRequests=8 concurrent requests are executed",
    },
    'Prometheus accepts no more queries at the moment (HTTP 503).',
    false,
  ],
  [
    'VictoriaMetrics stops a slow query',
    422,
    {
      ...victoria,
      error:
        'timeout exceeded while fetching data block #5 from storage: 0.001 seconds; the timeout can be adjusted with `-search.maxQueryDuration` command-line flag',
    },
    'Prometheus canceled a query because it took too long.',
    true,
  ],
])('%s', async (_, status, body, message, timedOut) => {
  const { metrics } = await withServer((response) => answer(response, body, status));
  const error = await failureOf(metrics.usage({}, day));
  expect({ message: error.message, timedOut: error.timedOut }).toEqual({ message, timedOut });
});

test.each([
  ['no more queries are accepted', 429, 'too_many_requests', 'too many outstanding requests'],
  ['ingesters are missing', 500, 'internal', 'expanding series: too many unhealthy instances in the ring'],
])('after some answers that %s, the server is not asked for a while', async (_, status, errorType, error) => {
  const { metrics, server } = await withServer((response) =>
    answer(response, { status: 'error', errorType, error }, status),
  );
  for (let times = 0; times < 5; times += 1) await failureOf(metrics.usage({}, day));
  const asked = server.asked.length;
  expect((await failureOf(metrics.usage({}, day))).message).toMatch(/^Prometheus failed \d+ times in a row/);
  expect(server.asked).toHaveLength(asked);
});

test('ranges begin, end and step at multiples of the step, so a server that aligns queries does not change them', async () => {
  const forms: URLSearchParams[] = [];
  const { history, metrics } = await withServer((response, _query, _request, form) => {
    forms.push(form);
    const isRange = form.has('step');
    const [metric, at] = [{ namespace: 'shop', pod: 'cart-1', container: 'app' }, Number(form.get('start'))];
    const result = isRange ? [{ metric, values: [[at, '1']] }] : [{ metric, value: [at, '1'] }];
    answer(response, { status: 'success', data: { resultType: isRange ? 'matrix' : 'vector', result } });
  });
  const window = { start: day.start + 12_345, end: day.end - 54_321 };
  await history.history({ namespaces: ['shop'] }, window);
  await metrics.series({ namespace: 'shop', kind: 'Deployment', name: 'cart' }, window, 300);
  // The number of series only plans the parts that are read.
  const planning = String(seriesCountStepSeconds);
  const ranges = forms.filter((form) => form.has('step') && form.get('step') !== planning);
  expect(ranges.length).toBeGreaterThan(5);
  for (const form of ranges) {
    const [start = 0, end = 0, step = 0] = ['start', 'end', 'step'].map((name) => Number(form.get(name)));
    expect({ step, start: start % step, end: end % step }).toEqual({ step, start: 0, end: 0 });
  }
});
