import { isLoopback } from '../options/access-options.ts';

export type Guarded = {
  readonly boundHost: string;
  readonly allowedHosts: readonly string[];
  readonly corsOrigins: readonly string[];
};

/** Refuses what an honest client never sends, before any handler runs; null lets a request through. */
export function guard(request: Request, guarded: Guarded): Response | null {
  const url = new URL(request.url);
  if (request.url.length - url.origin.length > maximumUrlLength) return refuse(414, 'The address is too long.');
  // DNS rebinding: a foreign name that points at loopback would otherwise make its page our own origin.
  if (!isOwnName(url.hostname, guarded)) return refuse(421, 'This server does not answer to that name.');
  if (Number(request.headers.get('content-length') ?? 0) > maximumBodyBytes) {
    return refuse(413, 'The body must not be larger than 1 MiB.');
  }
  if (isFromElsewhere(request, url, guarded)) return refuse(403, 'This request comes from another site.');
  return null;
}

const maximumUrlLength = 8 * 1024;
const maximumBodyBytes = 1024 * 1024;

function isOwnName(name: string, { boundHost, allowedHosts }: Guarded): boolean {
  const plain = name.replaceAll(/^\[|\]$/g, '');
  if (allowedHosts.includes(plain) || plain === boundHost) return true;
  if (isLoopback(boundHost)) return plain === 'localhost' || plain === '127.0.0.1' || plain === '::1';
  // A probe of the cluster asks by an address that nobody knows beforehand.
  return allowedHosts.length === 0;
}

/** A foreign page can post without a body and without a preflight; such a post must not enroll anything. */
function isFromElsewhere(request: Request, url: URL, { corsOrigins }: Guarded): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  const origin = request.headers.get('origin');
  if (origin !== null && corsOrigins.includes(origin)) return false;
  const site = request.headers.get('sec-fetch-site');
  // Browsers write this one themselves: no page can forge it, and no proxy in front of us changes what it means.
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  // A proxy that ends TLS makes our own page's origin differ from ours in its scheme.
  return origin !== null && (!URL.canParse(origin) || new URL(origin).host !== url.host);
}

function refuse(status: number, message: string): Response {
  const response = Response.json({ errors: [message] }, { status });
  // What follows on this connection may be the body that was refused.
  response.headers.set('connection', 'close');
  return response;
}
