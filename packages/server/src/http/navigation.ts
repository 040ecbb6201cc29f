/** Whether a browser navigation sent the request, not a script. The browser then displays the response as a page. */
export const isNavigation = (request: Request): boolean =>
  request.headers.get('sec-fetch-mode') === 'navigate' || (request.headers.get('accept') ?? '').includes('text/html');

/** Sends errors for a navigation as plain text, which a browser displays and neither runs nor downloads. */
export function displayErrorsAsText(response: Response): Response {
  if (response.status >= 400) response.headers.set('content-type', 'text/plain; charset=utf-8');
  return response;
}
