import { Hono } from 'hono';
import { HttpError, isAbort } from './http/errors.ts';
import { type HonoEnvironment, mount } from './http/mount.ts';
import type { Clock, ClusterSource, MetricsSource, Store } from './ports/index.ts';
import type { Calls } from './routes/call.ts';
import { costCalls } from './routes/costs.ts';
import { enrolmentCalls } from './routes/enrolment.ts';
import { metricCalls } from './routes/metrics.ts';
import { suggestionCalls } from './routes/suggestions.ts';
import { systemCalls } from './routes/system.ts';
import { targetCalls } from './routes/targets.ts';
import { viewCalls } from './routes/views.ts';
import { createServices } from './services/services.ts';

/** One line of the server's log: an event and its fields. The single place where secrets are redacted is behind it. */
export type Logger = (level: 'debug' | 'info' | 'warn' | 'error', event: string, fields?: object) => void;

export type AppDeps = {
  cluster: ClusterSource;
  metrics: MetricsSource;
  store: Store;
  clock: Clock;
  logger: Logger;
  /** The product's version, as /config.json and openapi.json name it. */
  version: string;
};

/** The whole API as a function of a request; the same in a browser worker, on loopback and deployed. */
export type App = (request: Request) => Promise<Response>;

export function createApp(deps: AppDeps): App {
  const app = new Hono<HonoEnvironment>();
  mount(app, allCalls(deps));
  app.notFound(({ req }) => refusal(new HttpError(404, `There is no call ${req.method} ${req.path}.`)));
  app.onError((error, { req, env }) => refusal(error, { ...deps, path: req.path, requestId: env.requestId }));
  return async (request) => {
    const requestId = crypto.randomUUID();
    const response = await app.fetch(request, { requestId });
    response.headers.set('x-request-id', requestId);
    response.headers.set('cache-control', 'no-store');
    deps.logger(response.status >= 500 ? 'warn' : 'debug', 'answered', {
      requestId,
      method: request.method,
      path: new URL(request.url).pathname,
      status: response.status,
    });
    return response;
  };
}

export function allCalls(deps: AppDeps): Calls {
  const services = createServices(deps);
  return [
    ...targetCalls(services),
    ...enrolmentCalls(services),
    ...viewCalls(services),
    ...costCalls(services),
    ...metricCalls(services),
    ...suggestionCalls(services),
    ...systemCalls(services),
  ];
}

function refusal(error: unknown, log?: { logger: Logger; path: string; requestId: string }): Response {
  if (error instanceof HttpError) return Response.json({ errors: error.messages }, { status: error.status });
  if (isAbort(error)) return Response.json({ errors: ['The answer took too long. Try again.'] }, { status: 504 });
  log?.logger('error', 'failed unexpectedly', { requestId: log.requestId, path: log.path, error });
  return Response.json({ errors: ['The server failed unexpectedly; its log says why.'] }, { status: 500 });
}
