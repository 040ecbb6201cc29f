import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { createTickets } from '../auth/download-tickets.ts';
import { type Admit, createAdmission, limitsOfSubject } from '../http/admission.ts';
import { errorResponse, onlyGetAndHead, toHttpError } from '../http/errors.ts';
import type { Authenticator, Clock, Telemetry } from '../ports/index.ts';
import { waitAtMost } from '../wait.ts';

/** From the duration of a cached list to the time-out of a call. */
const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30];

type Options = { readonly version: string; readonly auth: Authenticator; readonly clock: Clock };

/** More than the shortest useful scrape interval needs. */
const requestsPerSecond = 2;

/** Prometheus waits 10 seconds for all metrics together. A value that takes longer than this is left out. */
const longestReadMs = 5_000;

/** Metrics of the server itself, in the format that Prometheus scrapes. */
export function createMetricsEndpoint({ version, auth, clock }: Options) {
  const admit = createAdmission({
    auth,
    limits: limitsOfSubject(requestsPerSecond),
    tickets: createTickets(clock),
    clock,
  });
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const build = new Gauge({
    name: 'trimtab_build_info',
    help: 'Always 1; the label is the version of the server.',
    labelNames: ['version'],
    registers: [registry],
  });
  build.set({ version }, 1);
  return {
    telemetry: createTelemetry(registry),
    respond: (request: Request, address = '') => respond(request, address, registry, admit),
  };
}

function createTelemetry(registry: Registry): Telemetry {
  const { requests, requestSeconds, inFlight, queries, querySeconds, samples, bytes, cache } = createMetrics(registry);
  return {
    call() {
      inFlight.inc();
      return ({ operation, status, seconds }) => {
        inFlight.dec();
        requests.inc({ operation, status: String(status) });
        requestSeconds.observe({ operation }, seconds);
      };
    },
    upstream(cost) {
      const { connector, outcome } = cost;
      queries.inc({ connector, outcome });
      querySeconds.observe({ connector }, cost.seconds);
      samples.inc({ connector }, cost.samples ?? 0);
      bytes.inc({ connector }, cost.bytes);
    },
    cache: (name, result) => cache.inc({ cache: name, result }),
    offer({ name, help, label, read }) {
      let reading: ReturnType<typeof read> | null = null;
      const gauge: Gauge = new Gauge({
        name: `trimtab_${name}`,
        help,
        labelNames: [label],
        registers: [registry],
        async collect() {
          // A value that cannot be read is left out, so that it does not make the whole response fail. A value that is
          // late is not read a second time at the next scrape.
          reading ??= read()
            .catch(() => new Map<string, number | null>())
            .finally(() => {
              reading = null;
            });
          const values = await waitAtMost(longestReadMs, reading);
          gauge.reset();
          if (values === 'late') return;
          for (const [labelValue, value] of values) if (value !== null) gauge.set({ [label]: labelValue }, value);
        },
      });
    },
  };
}

/** The metrics of the server itself. Each is registered when it is created. */
function createMetrics(registry: Registry) {
  const registers = [registry];
  const counter = (name: string, labelNames: string[], help: string) =>
    new Counter({ name, help, labelNames, registers });
  const duration = (name: string, labelNames: string[], help: string) =>
    new Histogram({ name, help, labelNames, registers, buckets: secondsBuckets });
  return {
    requests: counter(
      'trimtab_requests_total',
      ['operation', 'status'],
      'Answered API calls by operation and status; operation none means an unknown path or a rejected caller.',
    ),
    requestSeconds: duration('trimtab_request_seconds', ['operation'], 'Duration of API calls in seconds.'),
    inFlight: new Gauge({ name: 'trimtab_requests_in_flight', help: 'API calls that are running now.', registers }),
    queries: counter(
      'trimtab_upstream_queries_total',
      ['connector', 'outcome'],
      'Queries to a connector by outcome: answered, refused (the query was rejected) or failed.',
    ),
    querySeconds: duration('trimtab_upstream_seconds', ['connector'], 'Duration of queries to a connector in seconds.'),
    samples: counter(
      'trimtab_upstream_samples_total',
      ['connector'],
      'Samples that a connector read for queries, if it reports them.',
    ),
    bytes: counter('trimtab_upstream_bytes_total', ['connector'], 'Bytes received from a connector, decompressed.'),
    cache: counter(
      'trimtab_cache_total',
      ['cache', 'result'],
      'Cache lookups: hit, stale (an older value, while it is refreshed) or miss.',
    ),
  };
}

/** Answers /metrics. Callers need the same access token as for the API. */
async function respond(request: Request, address: string, registry: Registry, admit: Admit): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return errorResponse(onlyGetAndHead());
  try {
    await admit(null, request, address);
  } catch (error) {
    const expected = toHttpError(error);
    if (expected !== null) return errorResponse(expected);
    throw error;
  }
  const headers = { 'content-type': registry.contentType, 'cache-control': 'no-store' };
  return new Response(request.method === 'HEAD' ? null : await registry.metrics(), { headers });
}
