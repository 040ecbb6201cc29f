import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { HttpError, toHttpError } from '../http/errors.ts';
import type { Authenticator, Telemetry } from '../ports/index.ts';

export type Figures = {
  readonly telemetry: Telemetry;
  /** Answers `/metrics`; to whoever may call the API, and to nobody else. */
  readonly show: (request: Request) => Promise<Response>;
};

/** From a cached list to the time-out of a call. */
const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30];

/** The server's own work in figures that a Prometheus can scrape. */
export function createFigures({ version, auth }: { readonly version: string; readonly auth: Authenticator }): Figures {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const telemetry = createTelemetry(registry);
  const build = new Gauge({
    name: 'trimtab_build_info',
    help: 'Always 1; the version that runs is its label.',
    labelNames: ['version'],
    registers: [registry],
  });
  build.set({ version }, 1);
  return { telemetry, show: (request) => show(request, registry, auth) };
}

function createTelemetry(registry: Registry): Telemetry {
  const registers = [registry];
  const requests = new Counter({
    name: 'trimtab_requests_total',
    help: 'Calls of the API that were answered, by operation and status; operation none: not one of them, or not let in.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'trimtab_request_seconds',
    help: 'Seconds until a call of the API was answered.',
    labelNames: ['operation'],
    buckets: secondsBuckets,
    registers,
  });
  const inFlight = new Gauge({
    name: 'trimtab_requests_in_flight',
    help: 'Calls of the API that are being answered now.',
    registers,
  });
  const queries = new Counter({
    name: 'trimtab_upstream_queries_total',
    help: 'Questions to a connector, by outcome: answered, refused (it cannot be answered) or failed.',
    labelNames: ['connector', 'outcome'],
    registers,
  });
  const querySeconds = new Histogram({
    name: 'trimtab_upstream_seconds',
    help: 'Seconds until a connector answered a question.',
    labelNames: ['connector'],
    buckets: secondsBuckets,
    registers,
  });
  const samples = new Counter({
    name: 'trimtab_upstream_samples_total',
    help: 'Samples that a connector read for our questions, as far as it says.',
    labelNames: ['connector'],
    registers,
  });
  const bytes = new Counter({
    name: 'trimtab_upstream_bytes_total',
    help: 'Bytes that a connector answered, unpacked.',
    labelNames: ['connector'],
    registers,
  });
  const cache = new Counter({
    name: 'trimtab_cache_total',
    help: 'Questions to a cache: hit, stale (an older answer, while a new one is made) or miss.',
    labelNames: ['cache', 'result'],
    registers,
  });

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
      const gauge: Gauge = new Gauge({
        name: `trimtab_${name}`,
        help,
        labelNames: [label],
        registers,
        async collect() {
          // What cannot be read now is left out: one failing figure must not take the others with it.
          const values = await read().catch(() => new Map<string, number | null>());
          gauge.reset();
          for (const [value, figure] of values) if (figure !== null) gauge.set({ [label]: value }, figure);
        },
      });
    },
  };
}

async function show(request: Request, registry: Registry, auth: Authenticator): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return refused(new HttpError(405, 'Figures can only be read.').withHeaders({ allow: 'GET, HEAD' }));
  }
  try {
    await auth.authenticate(request);
  } catch (error) {
    const expected = toHttpError(error);
    if (expected !== null) return refused(expected);
    throw error;
  }
  const headers = { 'content-type': registry.contentType, 'cache-control': 'no-store' };
  return new Response(request.method === 'HEAD' ? null : await registry.metrics(), { headers });
}

const refused = ({ status, messages, headers }: HttpError): Response =>
  Response.json({ errors: messages }, { status, headers: { ...headers, 'cache-control': 'no-store' } });
