import { createServer, type IncomingMessage } from 'node:http';
import { simulatedPorts } from '@trimtab/fixtures';
import { createApp } from '@trimtab/server';

/** A fixed time, so that no test depends on the current date. */
export const fixedNow = Date.UTC(2026, 10, 18, 9, 30);

export type Handler = (request: Request) => Response | Promise<Response>;

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of incoming) text += String(chunk);
  return text;
}

/** Serves a handler on a free loopback port; `seen` holds the requests as `GET /path?query`. */
export async function serve(handler: Handler) {
  const seen: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const answer = async () => {
      const body = await bodyOf(incoming);
      const method = incoming.method ?? 'GET';
      seen.push(`${method} ${incoming.url}`);
      const key = incoming.headers['idempotency-key'];
      const request = new Request(`http://127.0.0.1${incoming.url}`, {
        method,
        headers: {
          'content-type': incoming.headers['content-type'] ?? 'application/json',
          authorization: incoming.headers.authorization ?? '',
          ...(typeof key === 'string' ? { 'idempotency-key': key } : {}),
        },
        ...(body === '' ? {} : { body }),
      });
      const response = await handler(request);
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      for await (const chunk of response.body ?? []) outgoing.write(chunk);
      outgoing.end();
    };
    // A handler that throws closes the connection.
    answer().catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** The real server with a simulated cluster. */
export async function serveDataSet(dataSet: string) {
  const clock = { now: () => fixedNow };
  const stopping = new AbortController();
  const app = createApp({
    ...simulatedPorts({ dataSet, clock }),
    clock,
    logger: () => undefined,
    version: '0.1.0-test',
    stopping: stopping.signal,
  });
  const server = await serve(app);
  return {
    ...server,
    [Symbol.asyncDispose]: async () => {
      // Otherwise it would compute the remaining suggestions during the next tests.
      stopping.abort();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** An API that answers every request with this value. */
export function serveJson(body: unknown, status = 200) {
  return serve(() => Response.json(body, { status }));
}

/** A port without a listener. */
export async function freedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return typeof address === 'object' && address !== null ? address.port : 0;
}
