/** Refuses what an honest client never sends, before any handler runs; null lets a request through. */
export function guard(request: Request, boundHost: string): Response | null {
  const url = new URL(request.url);
  if (request.url.length - url.origin.length > maximumUrlLength) return refuse(414, 'The address is too long.');
  // DNS rebinding: a foreign name that points at loopback would otherwise make its page our own origin.
  if (!isOwnName(url.hostname, boundHost)) return refuse(421, 'This server answers to localhost only.');
  if (Number(request.headers.get('content-length') ?? 0) > maximumBodyBytes) {
    return refuse(413, 'The body must not be larger than 1 MiB.');
  }
  if (isFromElsewhere(request, url)) return refuse(403, 'This request comes from another site.');
  return null;
}

const maximumUrlLength = 8 * 1024;
const maximumBodyBytes = 1024 * 1024;

const isOwnName = (name: string, boundHost: string): boolean =>
  name === 'localhost' || name === '127.0.0.1' || name === '[::1]' || name === boundHost;

/** A foreign page can post without a body and without a preflight; such a post must not enrol anything. */
function isFromElsewhere(request: Request, url: URL): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return true;
  const origin = request.headers.get('origin');
  return origin !== null && origin !== url.origin;
}

const refuse = (status: number, message: string): Response => {
  const response = Response.json({ errors: [message] }, { status });
  // What follows on this connection may be the body that was refused.
  response.headers.set('connection', 'close');
  return response;
};
