import type { FetchLike } from '@trimtab/core';
import type { Proxy } from './proxies.ts';

/** The proxy, not the API, refused the request or did not answer. */
export class ProxyError extends Error {
  override name = 'ProxyError';
  /** The address without user name and password. */
  readonly proxy: string;
  /** The status of its response; null if it did not answer. */
  readonly status: number | null;
  readonly hasPassword: boolean;

  constructor({ origin, username }: URL, status: number | null, cause: unknown) {
    super(`the proxy ${origin} ${status === null ? 'did not answer' : `answered ${status}`}`, { cause });
    this.proxy = origin;
    this.status = status;
    this.hasPassword = username !== '';
  }
}

/** An error and its causes, including those of an attempt for each address of a host. */
function* causesOf(error: unknown): Generator<Error> {
  if (!(error instanceof Error)) return;
  yield error;
  yield* causesOf(error.cause);
  if (error instanceof AggregateError) for (const each of error.errors) yield* causesOf(each);
}

/** undici has no code for the status of a proxy, only a message. */
function refusedStatus(error: Error): number | null {
  const [, tunnel] = /^Proxy response \((\d{3})\)/.exec(error.message) ?? [];
  if (tunnel !== undefined) return Number(tunnel);
  return error.message.startsWith('Proxy Authentication Required') ? 407 : null;
}

const defaultPorts = new Map([
  ['http:', 80],
  ['https:', 443],
  ['socks5:', 1080],
  ['socks:', 1080],
]);

/** Whether a connection to this address failed. The error has the host only if its name could not be resolved. */
function isAbout(error: Error, { hostname, port, protocol }: URL): boolean {
  if ('code' in error && String(error.code).startsWith('UND_ERR_PRX_')) return true;
  if ('hostname' in error) return error.hostname === hostname;
  const own = port === '' ? defaultPorts.get(protocol) : Number(port);
  if ('syscall' in error && error.syscall === 'connect' && 'port' in error) return error.port === own;
  return error.message.includes(`attempted address: ${hostname}:${own}`);
}

/** Names the proxy in errors that it caused. */
export function withProxyErrors(fetch: FetchLike, { address }: Proxy): FetchLike {
  const proxy = new URL(address);
  return async (url, init) => {
    try {
      const response = await fetch(url, init);
      if (response.status !== 407) return response;
      throw new ProxyError(proxy, 407, null);
    } catch (error) {
      if (init.signal.aborted || error instanceof ProxyError) throw error;
      const causes = [...causesOf(error)];
      const status = causes.map(refusedStatus).find((each) => each !== null) ?? null;
      if (status === null && !causes.some((cause) => isAbout(cause, proxy))) throw error;
      throw new ProxyError(proxy, status, error);
    }
  };
}

/** The error of a proxy among the causes of an error; null if there is none. */
export function proxyErrorOf(error: unknown): ProxyError | null {
  for (const cause of causesOf(error)) if (cause instanceof ProxyError) return cause;
  return null;
}
