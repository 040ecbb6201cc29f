/** What a scripted API answers to a path: a body, or a status with one. */
export type ScriptedAnswer = { status?: number; body?: unknown };
type Script = Record<
  string,
  (request: { url: URL; method: string; body: unknown }) => ScriptedAnswer | Promise<ScriptedAnswer>
>;

/** A `fetch` that answers by path from a script, remembers what it was asked, and knows nothing else. */
export function scriptedApi(script: Script) {
  const requests: { path: string; method: string; query: string; body: unknown }[] = [];
  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(input, location.origin), init);
    const url = new URL(request.url);
    const text = await request.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    requests.push({ path: url.pathname, method: request.method, query: url.search, body });
    const route = new Map(Object.entries(script)).get(url.pathname);
    const { status = 200, body: answered } = route
      ? await route({ url, method: request.method, body })
      : { status: 404, body: { errors: ['not scripted'] } };
    request.signal.throwIfAborted();
    return Response.json(answered ?? {}, { status });
  };
  return { fetch: answer, requests };
}

/** Targets as GET /v1/ast lists them, cut to the page that was asked for. */
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
