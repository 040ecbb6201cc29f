import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { getRequestListener, RequestError } from '@hono/node-server';
import { Hono } from 'hono';
import { createCors } from '../../http/cors.ts';
import { unexpectedErrorResponse } from '../../http/errors.ts';
import type { App, Logger } from '../../ports/index.ts';
import type { Access } from '../options/access-options.ts';
import { StartError } from '../start-errors.ts';
import { type Client, createClientLookup, createProxyCheck } from './client-address.ts';
import { limitConnections } from './connection-limit.ts';
import { discardBody } from './discard-body.ts';
import { answerProtocolErrors, answerUnknownExpectations, protocolErrorResponse } from './protocol-errors.ts';
import { rejectRequest } from './request-checks.ts';
import { securityHeaders } from './security-headers.ts';

/** docs/contract/limits.md#time-outs */
export type ListenerLimits = {
  readonly headersMs: number;
  readonly requestMs: number;
  /**
   * The time without a byte in either direction, after which the connection is closed. A client that stops reading
   * therefore cannot hold a response forever.
   */
  readonly idleMs: number;
  readonly connections: number;
  /** Connections of one address that is not a trusted proxy. */
  readonly perAddress: number;
  /** How long running requests may take to finish when the server stops. */
  readonly drainMs: number;
};
const defaultLimits: ListenerLimits = {
  headersMs: 10_000,
  requestMs: 15_000,
  idleMs: 60_000,
  connections: 1_024,
  perAddress: 512,
  drainMs: 10_000,
};

/**
 * How long a connection without a request stays open: longer than most load balancers keep theirs (60 seconds). Otherwise, they
 * may send a request just when the connection is being closed.
 */
const keepAliveMs = 75_000;

export type ListenOptions = {
  readonly handle: App;
  readonly host: string;
  readonly port: number;
  readonly access: Access;
  readonly logger: Logger;
  readonly limits?: Partial<ListenerLimits>;
};

export type Listener = {
  readonly url: string;
  /**
   * Answers for `delayMs` and closes each connection after its next response, so that load balancers move to another
   * server. Then stops accepting connections, lets running requests finish for a limited time and closes the others.
   */
  stop(delayMs?: number): Promise<void>;
};

/** @throws StartError */
export async function listen(options: ListenOptions): Promise<Listener> {
  const { host, port, logger } = options;
  const { headersMs, requestMs, idleMs, connections, perAddress, drainMs } = { ...defaultLimits, ...options.limits };
  const respond = createPipeline(options);
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: keepAliveMs,
      maxHeaderSize: 16 * 1024,
      connectionsCheckingInterval: Math.min(1_000, headersMs),
    },
    getRequestListener((request, { incoming }) => respond(request, incoming.socket.remoteAddress), {
      errorHandler(error) {
        if (error instanceof RequestError)
          return protocolErrorResponse(400, 'The host or the path of the request is not valid.', logger);
        logger('error', 'failed unexpectedly', { error });
        return protocolErrorResponse(500, 'The server failed unexpectedly. Its log contains the reason.', logger);
      },
    }),
  );
  server.setTimeout(idleMs);
  answerProtocolErrors(server, logger);
  answerUnknownExpectations(server, logger);
  const isExempt = createProxyCheck(options.access.trustedProxies);
  const { closeIdle } = limitConnections(server, { connections, perAddress, isExempt });
  await bind(server, host, port);
  const address = server.address();
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${isInternet(address) ? address.port : port}`,
    stop: (delayMs = 0) => drain(server, closeIdle, drainMs, delayMs),
  };
}

/** The steps between the socket and the site: request checks, CORS, security headers and the request id. */
function createPipeline({ handle, host, logger, access }: ListenOptions) {
  const { allowedHosts, corsOrigins } = access;
  const clientOf = createClientLookup(createProxyCheck(access.trustedProxies));
  const cors = createCors(corsOrigins);
  const rules = { boundHost: host, allowedHosts, corsOrigins };
  const handleOrReject = async (request: Request, address: string): Promise<Response> => {
    try {
      const rejection = rejectRequest(request, rules);
      if (rejection === null) return cors.preflight(request) ?? (await handle(request, address));
      await discardBody(request.body);
      return rejection;
    } catch (error) {
      logger('error', 'failed unexpectedly', { error });
      return unexpectedErrorResponse();
    }
  };
  const pipeline = new Hono<{ Bindings: Client }>();
  pipeline.use(securityHeaders(access.signIn));
  pipeline.all('*', async ({ req, env }) => {
    const request = req.raw;
    const response = cors.mark(request, await handleOrReject(request, env.address));
    if (response.headers.has('x-request-id')) return response;
    // The app did not see this request, so it has neither an id nor a log line yet.
    const requestId = crypto.randomUUID();
    response.headers.set('x-request-id', requestId);
    if (response.status >= 400) {
      logger('debug', 'request rejected', { requestId, method: request.method, status: response.status });
    }
    return response;
  });
  return (request: Request, remoteAddress: string | undefined): Response | Promise<Response> =>
    pipeline.fetch(request, clientOf(remoteAddress, request.headers));
}

const isInternet = (address: string | AddressInfo | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

/** The size of the accept queue. The kernel drops further connections, and their clients retry only after seconds. */
const waitingConnections = 4_096;

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new StartError(bindError(error, host, port), { cause: error })));
    server.listen({ port, host, backlog: waitingConnections }, resolve);
  });
}

function bindError(error: Error, host: string, port: number): string {
  switch ('code' in error ? error.code : '') {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use. Choose another with --port.`;
    case 'EACCES':
      return `This account may not listen on port ${port} of ${host}. Choose a port above 1023 with --port.`;
    default:
      return `This machine does not have the address ${host}. Choose another with --host.`;
  }
}

async function drain(server: Server, closeIdle: () => void, drainMs: number, delayMs: number): Promise<void> {
  // Without this header, a keep-alive connection would stay open after its last response.
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  if (delayMs > 0) await pause(delayMs);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  closeIdle();
  const overdue = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(overdue);
}
