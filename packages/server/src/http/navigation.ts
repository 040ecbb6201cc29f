/** Whether a browser window sent the request, rather than a script: the window displays the response as it is. */
export const isNavigation = (request: Request): boolean =>
  request.headers.get('sec-fetch-mode') === 'navigate' || (request.headers.get('accept') ?? '').includes('text/html');

/** Errors for a window are sent as plain text with the same JSON: a browser neither runs nor downloads it. */
export function displayErrorsAsText(response: Response): Response {
  if (response.status >= 400) response.headers.set('content-type', 'text/plain; charset=utf-8');
  return response;
}
