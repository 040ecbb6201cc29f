import { serve } from './loopback.ts';

/**
 * A proxy that passes each request to `api`. While `cuts` is true, it closes the connection after the API has executed a
 * write, so that the answer is lost.
 */
export async function serveCutAnswers(api: string) {
  const keys: string[] = [];
  const state = { cuts: true, keys };
  const proxy = await serve(async (request) => {
    const { pathname, search } = new URL(request.url);
    const key = request.headers.get('idempotency-key');
    if (key !== null) keys.push(key);
    const body = await request.text();
    const { method, headers } = request;
    const answer = await fetch(`${api}${pathname}${search}`, { method, headers, ...(body === '' ? {} : { body }) });
    if (state.cuts && key !== null) throw new Error('cut');
    return new Response(answer.status === 204 ? null : await answer.text(), {
      status: answer.status,
      headers: { 'content-type': answer.headers.get('content-type') ?? 'application/json' },
    });
  });
  return { ...proxy, state };
}
