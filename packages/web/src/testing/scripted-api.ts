/** The answer of a scripted API to a path: a body, a status, or both. */
export type ScriptedAnswer = { status?: number; body?: unknown };
type Handler = (request: { url: URL; method: string; body: unknown }) => ScriptedAnswer | Promise<ScriptedAnswer>;

/** Answers by path. A path that ends in `*` matches all paths that start with the text before it. */
type Script = Record<string, Handler>;

/** Calls that the shell makes in the background on every page. A test that is not about them need not script them. */
const backgroundCalls: Script = {
  '/v1/ast/potential-savings/average': () => ({ body: { items: [], total: 0 } }),
  '/v1/ast/optimization/comparison/average': () => ({ body: { items: [], total: 0 } }),
};

/** The calls of the home page besides the list of targets, for a test that is not about its content. */
export const emptyHome: Script = { '/v1/views/*': () => ({ body: { data: { items: [] } } }) };

/** The calls of the onboarding page until a namespace is chosen. */
export const noNamespaces: Script = { '/v1/system/namespaces': () => ({ body: { items: [] } }) };

/** The calls of a target's page, for a target that the server does not know. */
export function unknownTarget(namespace: string, name: string): Script {
  const path = `${namespace}/${encodeURIComponent(name)}`;
  return {
    [`/v1/ast/${path}*`]: noSuchCall,
    [`/v1/metrics/${path}*`]: noSuchCall,
    '/v1/cost-savings/settings': noSuchCall,
  };
}

/** The calls of the running test that no script answers. */
let unscripted: string[] = [];

/** Returns the calls of the test that has ended, for the check after each test. Calls that arrive later are ignored. */
export function takeUnscriptedCalls(): readonly string[] {
  const calls = unscripted;
  unscripted = [];
  return calls;
}

/** Answers a call that the server does not have, as a server of another vendor would. */
export function noSuchCall(): ScriptedAnswer {
  return { status: 404, body: { errors: ['no such call'] } };
}

/** A `fetch` that answers by path and records all requests. A call of a path that is not in the script fails the test. */
export function scriptedApi(script: Script) {
  const unanswered = unscripted;
  const handlers = new Map(Object.entries({ ...backgroundCalls, ...script }));
  const handlerOf = (path: string) =>
    handlers.get(path) ?? [...handlers].find(([key]) => key.endsWith('*') && path.startsWith(key.slice(0, -1)))?.[1];
  const requests: { path: string; method: string; query: string; body: unknown; key: string | null }[] = [];
  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(input, location.origin), init);
    const url = new URL(request.url);
    const text = await request.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const key = request.headers.get('idempotency-key');
    requests.push({ path: url.pathname, method: request.method, query: url.search, body, key });
    const handler = handlerOf(url.pathname);
    if (handler === undefined) unanswered.push(`${request.method} ${url.pathname}`);
    const { status = 200, body: answered } = await (handler ?? noSuchCall)({ url, method: request.method, body });
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
