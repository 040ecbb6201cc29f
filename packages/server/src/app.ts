import { Hono } from 'hono';
import { type Authenticator, withoutSignIn } from './auth/authenticator.ts';
import { createTickets, type Tickets } from './auth/download-tickets.ts';
import { type CallerLimits, createAdmission } from './http/admission.ts';
import { HttpError, isAbort } from './http/errors.ts';
import { createRepeats } from './http/idempotency.ts';
import { type Beside, type HonoEnvironment, mount } from './http/mount.ts';
import { isNavigation, readable } from './http/navigation.ts';
import {
  type ArchiveSource,
  type Clock,
  type ClusterSource,
  type Connector,
  type HistorySource,
  type MetricsSource,
  type Scheduler,
  type Store,
  StoreError,
  silentTelemetry,
  type Telemetry,
} from './ports/index.ts';
import { artifactCalls } from './routes/artifacts.ts';
import type { Calls } from './routes/call.ts';
import { connectorCalls } from './routes/connectors.ts';
import { costCalls } from './routes/costs.ts';
import { enrollmentCalls } from './routes/enrollment.ts';
import { exportCalls } from './routes/export.ts';
import { insightCalls } from './routes/insights.ts';
import { metricCalls } from './routes/metrics.ts';
import { queueCalls } from './routes/queue.ts';
import { readinessCalls } from './routes/readiness.ts';
import { suggestionCalls } from './routes/suggestions.ts';
import { systemCalls } from './routes/system.ts';
import { targetCalls } from './routes/targets.ts';
import { ticketCalls } from './routes/tickets.ts';
import { viewCalls } from './routes/views.ts';
import { createServices } from './services/services.ts';

/** One line of the server's log: an event and its fields. The single place where secrets are redacted is behind it. */
export type Logger = (level: 'debug' | 'info' | 'warn' | 'error', event: string, fields?: object) => void;

export type AppDeps = {
  cluster: ClusterSource;
  metrics: MetricsSource;
  store: Store;
  /** The past, hour by hour and ready. Absent: the server records it. */
  archive?: ArchiveSource;
  /** Absent: nothing is done but what a request asks for. */
  scheduler?: Scheduler;
  /** Sources that can be asked in their own language, by the names that callers know them by. Absent: none. */
  connectors?: ReadonlyMap<string, Connector>;
  clock: Clock;
  /** Weeks of samples, which suggestions and forecasts are made from. Absent: there are none. */
  history?: HistorySource;
  logger: Logger;
  /** Who collects figures of the server's own work. Absent: nobody. */
  telemetry?: Telemetry;
  /** The product's version, as /config.json and openapi.json name it. */
  version: string;
  /** Who is let in. Absent: everyone is, as in a browser's own worker; openapi.json says so. */
  auth?: Authenticator;
  /** How much one caller may ask for. Absent: as much as it likes, as in a browser's own worker. */
  limits?: CallerLimits;
};

/**
 * The whole API as a function of a request, the same in a browser worker, on loopback and deployed. `address` is where
 * the request came from, for the limits of those who are not signed in.
 */
export type App = (request: Request, address?: string) => Promise<Response>;

export function createApp(deps: AppDeps): App {
  const { clock, logger, telemetry = silentTelemetry } = deps;
  const tickets = createTickets(clock);
  const admission = createAdmission({ auth: deps.auth, limits: deps.limits, tickets, clock });
  const app = new Hono<HonoEnvironment>();
  mount(app, allCalls(deps, tickets), { admission, repeats: createRepeats(deps.store.answers, deps) });
  app.notFound(async ({ req, env }) => {
    await admission.admit(null, req.raw, env.address);
    throw new HttpError(404, `There is no call ${req.method} ${req.path}.`);
  });
  app.onError((error, { req, env }) => refusal(error, { logger, path: req.path, requestId: env.requestId }));
  return async (request, address = '') => {
    const beside: Beside = { requestId: crypto.randomUUID(), address, admitted: null };
    const [answered, startedAt] = [telemetry.call(), performance.now()];
    const response = await app.fetch(request, beside);
    const [operation, seconds] = [beside.admitted?.operation ?? 'none', (performance.now() - startedAt) / 1000];
    answered({ operation, status: response.status, seconds });
    response.headers.set('x-request-id', beside.requestId);
    response.headers.set('cache-control', 'no-store');
    logger(levelOf(response.status, beside), 'answered', {
      requestId: beside.requestId,
      method: request.method,
      path: new URL(request.url).pathname,
      status: response.status,
      subject: beside.admitted?.subject || undefined,
      operation: beside.admitted?.operation,
    });
    return isNavigation(request) ? readable(response) : response;
  };
}

/** Who changed what is worth a line of its own; who read what is not. */
function levelOf(status: number, { admitted }: Beside): Parameters<Logger>[0] {
  if (status >= 500) return 'warn';
  return admitted?.isWrite === true ? 'info' : 'debug';
}

export function allCalls(deps: AppDeps, tickets: Tickets = createTickets(deps.clock)): Calls {
  const services = createServices(deps);
  const auth = deps.auth ?? withoutSignIn;
  return [
    ...targetCalls(services),
    ...enrollmentCalls(services),
    ...viewCalls(services),
    ...costCalls(services),
    ...metricCalls(services),
    ...suggestionCalls(services),
    ...queueCalls(services),
    ...insightCalls(services),
    ...artifactCalls(services),
    ...connectorCalls(services),
    ...ticketCalls(tickets),
    ...exportCalls(services),
    ...readinessCalls(services, auth),
    ...systemCalls(services, auth),
  ];
}

function refusal(error: unknown, log: { logger: Logger; path: string; requestId: string }): Response {
  if (error instanceof HttpError) {
    return Response.json({ errors: error.messages }, { status: error.status, headers: error.headers });
  }
  if (isAbort(error)) return Response.json({ errors: ['The answer took too long. Try again.'] }, { status: 504 });
  const { logger, ...where } = log;
  if (error instanceof StoreError) {
    logger('error', 'the store failed', { ...where, error });
    return Response.json({ errors: [error.message] }, { status: 500 });
  }
  logger('error', 'failed unexpectedly', { ...where, error });
  return Response.json({ errors: ['The server failed unexpectedly; its log says why.'] }, { status: 500 });
}
