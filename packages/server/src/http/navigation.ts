/** Whether a window asks, rather than a script: what is answered will be looked at as it is. */
export const isNavigation = (request: Request): boolean =>
  request.headers.get('sec-fetch-mode') === 'navigate' || (request.headers.get('accept') ?? '').includes('text/html');

/** A failure for a window (reliability.md W13): the same JSON as plain text, which no browser runs or offers to save. */
export function readable(response: Response): Response {
  if (response.status >= 400) response.headers.set('content-type', 'text/plain; charset=utf-8');
  return response;
}
