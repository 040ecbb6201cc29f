/** The answer of a scripted API to a path: a body, a status, or both. */
export type ScriptedAnswer = { status?: number; body?: unknown };
type Handler = (request: { url: URL; method: string; body: unknown }) => ScriptedAnswer | Promise<ScriptedAnswer>;

/** Calls that the shell makes in the background on every page. A test that is not about them need not script them. */
const backgroundCalls: Record<string, Handler> = {
  '/v1/ast/potential-savings/average': () => ({ body: { items: [], total: 0 } }),
  '/v1/ast/optimization/comparison/average': () => ({ body: { items: [], total: 0 } }),
};

/** A `fetch` that answers by path and records all requests. A path that is not in the script answers 404. */
export function scriptedApi(script: Record<string, Handler>) {
  const handlers = new Map(Object.entries({ ...backgroundCalls, ...script }));
  const requests: { path: string; method: string; query: string; body: unknown }[] = [];
  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(input, location.origin), init);
    const url = new URL(request.url);
    const text = await request.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    requests.push({ path: url.pathname, method: request.method, query: url.search, body });
    const handler = handlers.get(url.pathname);
    const { status = 200, body: answered } = handler
      ? await handler({ url, method: request.method, body })
      : { status: 404, body: { errors: ['not scripted'] } };
    request.signal.throwIfAborted();
    return Response.json(answered ?? {}, { status });
  };
  return { fetch: answer, requests };
}

/** Answers GET /v1/ast with the requested page of these targets. */
export function listAnswer(targets: readonly { namespace: string; name: string; mode?: string }[]) {
  return ({ url }: { url: URL }): ScriptedAnswer => {
    const offset = Number(url.searchParams.get('offset') ?? 0);
    const limit = Number(url.searchParams.get('limit') ?? 25);
    const items = targets.slice(offset, offset + limit).map(({ namespace, name, mode }) => ({
      namespace,
      name,
      spec: mode === undefined ? {} : { vertical: { mode } },
    }));
    return { body: { items, total: targets.length } };
  };
}
