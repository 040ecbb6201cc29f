import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from '../app.ts';
import { guard } from './guard.ts';
import { secured } from './headers.ts';
import { StartError } from './usage-error.ts';

/** reliability.md, "Time-outs everywhere" and S16. */
export type Limits = {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly connections: number;
  readonly drainMs: number;
};
const limits: Limits = { headersMs: 15_000, requestMs: 30_000, connections: 1_024, drainMs: 10_000 };

export type ListenOptions = {
  readonly handle: (request: Request) => Promise<Response>;
  readonly host: string;
  readonly port: number;
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
  const { handle, host, port, logger } = options;
  const { headersMs, requestMs, connections, drainMs } = { ...limits, ...options.limits };
  const answer = async (request: Request): Promise<Response> => {
    try {
      return secured(guard(request, host) ?? (await handle(request)));
    } catch (error) {
      logger('error', 'failed unexpectedly', { error });
      return secured(Response.json({ errors: ['The server failed unexpectedly; its log says why.'] }, { status: 500 }));
    }
  };
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: 5_000,
      maxHeaderSize: 16 * 1024,
      connectionsCheckingInterval: Math.min(1_000, headersMs),
    },
    getRequestListener(answer, { overrideGlobalObjects: false }),
  );
  server.maxConnections = connections;
  await bound(server, host, port);
  const address = server.address();
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${isInternet(address) ? address.port : port}`,
    stop: () => drain(server, drainMs),
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

async function drain(server: Server, drainMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const overdue = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(overdue);
}
