const methods = 'GET, POST, PATCH';
const requestHeaders = 'authorization, content-type, idempotency-key';
const responseHeaders = 'x-request-id, retry-after, content-disposition, www-authenticate';

export type Cors = {
  /** The answer to a browser's question whether a page may call; null for every other request. */
  preflight(request: Request): Response | null;
  /** Lets the page read the answer. */
  mark(request: Request, response: Response): Response;
};

/** Exact origins and nothing else; without any, no foreign page may call. No cookies are involved: a token is. */
export function createCors(origins: readonly string[]): Cors {
  const allowed = (request: Request): string | null => {
    const origin = request.headers.get('origin');
    return origin !== null && origins.includes(origin) ? origin : null;
  };
  return {
    preflight(request) {
      const isQuestion = request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
      if (!isQuestion || allowed(request) === null) return null;
      return new Response(null, {
        status: 204,
        headers: {
          'access-control-allow-methods': methods,
          'access-control-allow-headers': requestHeaders,
          'access-control-max-age': '600',
        },
      });
    },
    mark(request, response) {
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
