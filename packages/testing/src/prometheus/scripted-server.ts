import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

type Asked = {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
};
export type ScriptedServer = {
  readonly url: string;
  readonly asked: readonly Asked[];
  readonly stop: () => Promise<void>;
};

/** Answers a query with a JSON body. */
export function answer(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

export const vector = (...result: { metric: Record<string, string>; value: [number, string] }[]) => ({
  status: 'success',
  data: { resultType: 'vector', result },
});

/** The result for an empty cluster whose kube-state-metrics is scraped. */
export const nothingRuns = vector({ metric: { __name__: 'kube_pod_owner' }, value: [1, '1'] });

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
  return body;
}

/** A loopback server that answers each query with `script`, and records every request. */
export async function scriptedServer(
  script: (response: ServerResponse, query: string, request: IncomingMessage, form: URLSearchParams) => void,
): Promise<ScriptedServer> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then(
      (body) => {
        const form = new URLSearchParams(body);
        const query = form.get('query') ?? '';
        const { authorization, 'content-type': contentType } = request.headers;
        asked.push({ method: request.method ?? '', path: request.url ?? '', query, authorization, contentType });
        script(response, query, request, form);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The scripted server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
