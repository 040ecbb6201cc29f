import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import { createCors } from '../../http/cors.ts';
import type { App, Logger } from '../../ports/index.ts';
import type { Access } from '../options/access-options.ts';
import { StartError } from '../start-errors.ts';
import { createSenderOf } from './client-address.ts';
import { capConnections } from './connection-limit.ts';
import { discard } from './discard-body.ts';
import { refusal, refuseExpectations, refuseUnreadable } from './protocol-errors.ts';
import { guard } from './request-checks.ts';
import { createSecurityHeaders } from './security-headers.ts';

/** reliability.md, "Time-outs everywhere" and S16. */
export type Limits = {
  readonly headersMs: number;
  readonly requestMs: number;
  /** Without a byte in either direction: whoever stops reading an answer must not hold it for ever. */
  readonly idleMs: number;
  readonly connections: number;
  readonly drainMs: number;
};
const limits: Limits = { headersMs: 15_000, requestMs: 30_000, idleMs: 60_000, connections: 1_024, drainMs: 10_000 };

export type ListenOptions = {
  readonly handle: App;
  readonly host: string;
  readonly port: number;
  /** Absent: nobody signs in, and no proxy or foreign page is trusted. */
  readonly access?: Access;
  readonly logger: Logger;
  readonly limits?: Partial<Limits>;
};

export type Listener = {
  readonly url: string;
  /** Accepts nothing new, lets what runs finish for a bounded time, then closes every connection. */
  stop(): Promise<void>;
};

/** @throws StartError */
export async function listen(options: ListenOptions): Promise<Listener> {
  const { host, port } = options;
  const { headersMs, requestMs, idleMs, connections, drainMs } = { ...limits, ...options.limits };
  const answer = answering({ ...options, access: options.access ?? nobodyTrusted });
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: 5_000,
      maxHeaderSize: 16 * 1024,
      connectionsCheckingInterval: Math.min(1_000, headersMs),
    },
    getRequestListener((request, { incoming }) => answer(request, incoming.socket.remoteAddress), {
      overrideGlobalObjects: false,
      errorHandler(error) {
        if (error instanceof RequestError)
          return refusal(400, 'The host or the address of the request is not a valid one.', options.logger);
        options.logger('error', 'failed unexpectedly', { error });
        return refusal(500, 'The server failed unexpectedly; its log says why.', options.logger);
      },
    }),
  );
  server.setTimeout(idleMs);
  refuseUnreadable(server, options.logger);
  refuseExpectations(server, options.logger);
  const { closeIdle } = capConnections(server, connections);
  await bound(server, host, port);
  const address = server.address();
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${isInternet(address) ? address.port : port}`,
    stop: () => drain(server, closeIdle, drainMs),
  };
}

const nobodyTrusted: Access = {
  signIn: null,
  allowedHosts: [],
  corsOrigins: [],
  trustedProxies: [],
  requestsPerSecond: 0,
};

/** Everything that stands between a socket and the site. */
function answering({ handle, host, logger, access }: ListenOptions & { readonly access: Access }) {
  const { allowedHosts, corsOrigins } = access;
  const senderOf = createSenderOf(access.trustedProxies);
  const secured = createSecurityHeaders(access.signIn);
  const cors = createCors(corsOrigins);
  const guarded = { boundHost: host, allowedHosts, corsOrigins };
  const pass = async (request: Request, address: string): Promise<Response> => {
    try {
      const refused = guard(request, guarded);
      if (refused === null) return cors.preflight(request) ?? (await handle(request, address));
      await discard(request.body);
      return refused;
    } catch (error) {
      logger('error', 'failed unexpectedly', { error });
      return Response.json({ errors: ['The server failed unexpectedly; its log says why.'] }, { status: 500 });
    }
  };
  return async (request: Request, remoteAddress: string | undefined): Promise<Response> => {
    const { address, encrypted } = senderOf(remoteAddress, request.headers);
    const response = secured(cors.mark(request, await pass(request, address)), encrypted);
    if (response.headers.has('x-request-id')) return response;
    // Refused before any call: the app did not see it.
    const requestId = crypto.randomUUID();
    response.headers.set('x-request-id', requestId);
    if (response.status >= 400)
      logger('debug', 'refused', { requestId, method: request.method, status: response.status });
    return response;
  };
}

const isInternet = (address: string | AddressInfo | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

function bound(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new StartError(cannotListen(error, host, port), { cause: error })));
    server.listen(port, host, resolve);
  });
}

function cannotListen(error: Error, host: string, port: number): string {
  switch ('code' in error ? error.code : '') {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use. Choose another with --port.`;
    case 'EACCES':
      return `Port ${port} on ${host} needs more rights than this account has. Choose one above 1023 with --port.`;
    default:
      return `Nothing can listen on ${host}: this machine does not have that address. Choose another with --host.`;
  }
}

async function drain(server: Server, closeIdle: () => void, drainMs: number): Promise<void> {
  // A connection that is kept alive would otherwise be waited for after its last answer.
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  closeIdle();
  const overdue = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(overdue);
}
