import { noticeHeader } from '@trimtab/core';
import { Hono } from 'hono';
import { createTickets, type Tickets } from './auth/download-tickets.ts';
import { withoutSignIn } from './auth/without-sign-in.ts';
import { createAdmission } from './http/admission.ts';
import type { CallEntries } from './http/call.ts';
import { errorResponse, HttpError, toHttpError, unexpectedErrorResponse } from './http/errors.ts';
import { createIdempotentWrites } from './http/idempotency.ts';
import { type HonoEnvironment, mount, type RequestState } from './http/mount.ts';
import { displayErrorsAsText, isNavigation } from './http/navigation.ts';
import { type App, type AppDeps, type Logger, StoreError, silentTelemetry } from './ports/index.ts';
import { artifactCalls } from './routes/artifacts.ts';
import { connectorCalls } from './routes/connectors.ts';
import { costCalls } from './routes/costs.ts';
import { enrollmentCalls } from './routes/enrollment.ts';
import { exportCalls } from './routes/export.ts';
import { insightCalls } from './routes/insights.ts';
import { metricCalls } from './routes/metrics.ts';
import { podLogCalls } from './routes/pod-logs.ts';
import { queueCalls } from './routes/queue.ts';
import { readinessCalls } from './routes/readiness.ts';
import { suggestionCalls } from './routes/suggestions.ts';
import { systemCalls } from './routes/system.ts';
import { targetCalls } from './routes/targets.ts';
import { ticketCalls } from './routes/tickets.ts';
import { viewCalls } from './routes/views.ts';
import { createServices } from './services/services.ts';

export function createApp(deps: AppDeps): App {
  const { clock, logger, telemetry = silentTelemetry } = deps;
  const tickets = createTickets(clock, deps.store.shared);
  const admit = createAdmission({ auth: deps.auth, limits: deps.limits, tickets, clock });
  const app = new Hono<HonoEnvironment>();
  mount(app, allCalls(deps, tickets), {
    admit,
    idempotentWrites: createIdempotentWrites(deps.store, deps),
    anyNames: deps.anyNames ?? false,
    clusters: deps.clusters ?? [],
    clock,
  });
  app.notFound(async ({ req, env }) => {
    await admit(null, req.raw, env.address);
    throw new HttpError(404, `There is no call ${req.method} ${req.path}.`);
  });
  app.onError((error, { req, env }) => failure(error, { logger, path: req.path, requestId: env.requestId }));
  return async (request, address = '') => {
    const state: RequestState = { requestId: crypto.randomUUID(), address, admitted: null };
    const [answered, startedAt] = [telemetry.call(), performance.now()];
    const response = await app.fetch(request, state);
    const [operation, seconds] = [state.admitted?.operation ?? 'none', (performance.now() - startedAt) / 1000];
    answered({ operation, status: response.status, seconds });
    response.headers.set('x-request-id', state.requestId);
    response.headers.set('cache-control', 'no-store');
    const notice = state.admitted?.subject ? noticeOf(deps) : '';
    if (notice !== '') response.headers.set(noticeHeader, notice);
    logger(levelOf(response.status, state), 'answered', {
      requestId: state.requestId,
      method: request.method,
      path: new URL(request.url).pathname,
      status: response.status,
      subject: state.admitted?.subject || undefined,
      operation: state.admitted?.operation,
    });
    return isNavigation(request) ? displayErrorsAsText(response) : response;
  };
}

/** What all answers lack at the moment. A header may only have printable ASCII characters. */
const noticeOf = ({ cluster, store }: AppDeps): string =>
  [cluster.problem?.(), store.targets.staleProblem?.()]
    .filter((problem) => problem != null)
    .join(' ')
    .replaceAll(/[^ -~]/g, '?')
    .slice(0, 1000);

/** Writes are logged at `info`, reads at `debug`. */
function levelOf(status: number, { admitted }: RequestState): Parameters<Logger>[0] {
  if (status >= 500) return 'warn';
  return admitted?.isWrite === true ? 'info' : 'debug';
}

export function allCalls(deps: AppDeps, tickets: Tickets = createTickets(deps.clock)): CallEntries {
  const services = createServices(deps);
  const auth = deps.auth ?? withoutSignIn;
  return [
    targetCalls(services),
    enrollmentCalls(services),
    viewCalls(services),
    costCalls(services),
    metricCalls(services),
    suggestionCalls(services),
    queueCalls(services),
    insightCalls(services),
    artifactCalls(services),
    connectorCalls(services),
    ticketCalls(tickets),
    podLogCalls(services),
    exportCalls(services),
    readinessCalls(services),
    systemCalls(services, auth),
  ].flatMap((calls) => Object.entries(calls));
}

function failure(error: unknown, log: { logger: Logger; path: string; requestId: string }): Response {
  const { logger, ...where } = log;
  const expected = toHttpError(error);
  if (error instanceof StoreError) logger('error', 'the store failed', { ...where, error });
  if (expected !== null) return errorResponse(expected);
  logger('error', 'failed unexpectedly', { ...where, error });
  return unexpectedErrorResponse();
}
