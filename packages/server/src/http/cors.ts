const methods = 'GET, POST, PATCH';
const requestHeaders = 'authorization, content-type, idempotency-key';
const responseHeaders = 'x-request-id, retry-after, content-disposition, www-authenticate, trimtab-notice';

/** Allows the listed origins only. Credentials are bearer tokens, so the headers never allow cookies. */
export function createCors(origins: readonly string[]) {
  const allowed = (request: Request): string | null => {
    const origin = request.headers.get('origin');
    return origin !== null && origins.includes(origin) ? origin : null;
  };
  return {
    /** The response to a CORS preflight from an allowed origin; null for every other request. */
    preflight(request: Request): Response | null {
      const isPreflight = request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
      if (!isPreflight || allowed(request) === null) return null;
      return new Response(null, {
        status: 204,
        headers: {
          'access-control-allow-methods': methods,
          'access-control-allow-headers': requestHeaders,
          'access-control-max-age': '600',
        },
      });
    },
    /** Adds the headers that let an allowed page read the response. */
    mark(request: Request, response: Response): Response {
      if (origins.length === 0) return response;
      response.headers.append('vary', 'origin');
      const origin = allowed(request);
      if (origin === null) return response;
      response.headers.set('access-control-allow-origin', origin);
      response.headers.set('access-control-expose-headers', responseHeaders);
      return response;
    },
  };
}
