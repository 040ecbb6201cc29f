import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** The built console. */
export const consoleRoot = fileURLToPath(new URL('../../packages/web/dist', import.meta.url));
/** The API of another vendor may have a path prefix. */
const apiPath = '/autoscaler';

const contentTypes = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript'],
  ['.css', 'text/css'],
  ['.svg', 'image/svg+xml'],
  ['.woff2', 'font/woff2'],
]);

/** The response to a call. `cut` resets the connection, `stall` keeps it open without sending anything. */
export type ForeignReply = {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  ending?: 'close' | 'cut' | 'stall';
};

type ForeignCall = { method: string; path: string; query: URLSearchParams; body: string };

/** Answers a call by its method, path and query. Null means that the server does not have this call. */
export type ForeignApi = (call: ForeignCall) => ForeignReply | null;

/** The same from a handler of requests. */
type Handler = (request: Request) => Promise<Response>;

async function replyOf(handler: Handler, { method, path, query, body }: ForeignCall): Promise<ForeignReply> {
  const url = `http://foreign${path}?${query.toString()}`;
  const response = await handler(new Request(url, { method, ...(body === '' ? {} : { body }) }));
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
}

export const json = (value: unknown, reply: ForeignReply = {}): ForeignReply => ({
  body: JSON.stringify(value),
  ...reply,
  headers: { 'content-type': 'application/json', ...reply.headers },
});

export type ForeignServer = {
  url: string;
  /** The received calls, such as `GET /v1/ast?limit=250`. */
  seen: string[];
  /** Replaces the API from now on. */
  answerWith: (api: ForeignApi) => void;
  /** Serves another build of the console from now on. */
  serve: (root: string) => void;
  [Symbol.asyncDispose]: () => Promise<void>;
};

async function sendConsole(root: string, path: string, response: ServerResponse): Promise<void> {
  const file = extname(path) === '' ? 'index.html' : path;
  const content = await readFile(join(root, file)).catch(() => null);
  response.writeHead(content === null ? 404 : 200, {
    'content-type': contentTypes.get(extname(file)) ?? 'text/plain',
    // The names of the assets contain a hash, so the browser need not load and compile them again for each test.
    'cache-control': content !== null && file.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache',
  });
  response.end(content ?? 'Not found');
}

function send(reply: ForeignReply, response: ServerResponse): void {
  const { status = 200, headers = {}, body = '', ending = 'close' } = reply;
  if (ending === 'stall') return;
  if (ending === 'close') {
    response.writeHead(status, headers);
    response.end(body);
    return;
  }
  response.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body) + 1) });
  response.write(body, () => response.destroy());
}

/** Serves the built console together with an API of another vendor. */
export async function startForeignServer(
  first: ForeignApi,
  firstRoot = consoleRoot,
  extra: Record<string, unknown> = {},
  handler?: Handler,
): Promise<ForeignServer> {
  let api = first;
  let root = firstRoot;
  const seen: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/' } = request;
    const { pathname, searchParams } = new URL(url, 'http://foreign');
    if (pathname === '/config.json') return send(json({ version: '', api_base_url: apiPath, extra }), response);
    if (!pathname.startsWith(`${apiPath}/`)) return await sendConsole(root, pathname, response);
    const path = pathname.slice(apiPath.length);
    seen.push(`${method} ${url.slice(apiPath.length)}`);
    const call = { method, path, query: searchParams, body: handler === undefined ? '' : await text(request) };
    const reply = handler === undefined ? api(call) : await replyOf(handler, call);
    return send(reply ?? json({}, { status: 404 }), response);
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    seen,
    answerWith: (next) => {
      api = next;
    },
    serve: (next) => {
      root = next;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
