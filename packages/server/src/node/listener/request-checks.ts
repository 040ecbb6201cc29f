import { isIP } from 'node:net';
import { isLoopback } from '../options/access-options.ts';

export type RequestRules = {
  readonly boundHost: string;
  readonly allowedHosts: readonly string[];
  readonly corsOrigins: readonly string[];
};

const maximumUrlLength = 8 * 1024;
const maximumBodyBytes = 1024 * 1024;

/** Rejects requests that no correct client sends, before any handler runs. Null if the request is acceptable. */
export function rejectRequest(request: Request, rules: RequestRules): Response | null {
  const url = new URL(request.url);
  if (request.url.length - url.origin.length > maximumUrlLength)
    return reject(414, 'The address must not be longer than 8 KiB.');
  // Prevents DNS rebinding: a page of a foreign host name that resolves to a loopback address would otherwise count as
  // same-origin.
  if (!isAllowedHost(url.hostname, rules))
    return reject(421, 'This server does not accept requests for that host name. The option --allowed-host allows it.');
  if (Number(request.headers.get('content-length') ?? 0) > maximumBodyBytes) {
    return reject(413, 'The body must not be larger than 1 MiB.');
  }
  if (isCrossSite(request, url, rules)) return reject(403, 'Requests from another site are not allowed.');
  return null;
}

function isAllowedHost(hostname: string, { boundHost, allowedHosts }: RequestRules): boolean {
  const host = hostname.replaceAll(/^\[|\]$/g, '');
  if (allowedHosts.includes(host) || host === boundHost) return true;
  if (isLoopback(boundHost)) return host === 'localhost' || host === '127.0.0.1' || host === '::1';
  // Probes and scrapes in a cluster use the address of the pod, which the operator does not know in advance. DNS
  // rebinding needs a name.
  return allowedHosts.length === 0 || isIP(host) !== 0;
}

/** A foreign page can send a POST without a body and without a preflight. Such a request must not enroll anything. */
function isCrossSite(request: Request, url: URL, { corsOrigins }: RequestRules): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  const origin = request.headers.get('origin');
  if (origin !== null && corsOrigins.includes(origin)) return false;
  // Browsers set this header themselves. A page cannot forge it, and proxies do not change it.
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  // Only hosts are compared. Behind a proxy that terminates TLS, the scheme of the console's origin differs from the
  // server's.
  return origin !== null && URL.parse(origin)?.host !== url.host;
}

function reject(status: number, message: string): Response {
  const response = Response.json({ errors: [message] }, { status, headers: { 'cache-control': 'no-store' } });
  // The rest of the rejected body may follow on this connection.
  response.headers.set('connection', 'close');
  return response;
}
