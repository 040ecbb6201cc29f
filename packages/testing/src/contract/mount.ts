import { linesType } from './document.ts';

/** The API under test: a function in this process, or a server on the network. */
export type Mount = {
  readonly ask: (request: Request) => Promise<Response>;
  /** Base address for the paths of the document. */
  readonly baseUrl: string;
  /** The current time of the API, in milliseconds since the Unix epoch. */
  readonly now: () => number;
};

export type Sent = {
  readonly method: string;
  /** Path and query, encoded. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type Answered = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
};

export async function send(mount: Mount, { method, target, headers = {}, body }: Sent): Promise<Answered> {
  const init = { method, headers, ...(body === undefined ? {} : { body }) };
  const response = await mount.ask(new Request(`${mount.baseUrl}${target}`, init));
  const isFile = response.headers.get('content-type') === 'application/gzip';
  // Read a file completely, but not as text.
  const text = isFile ? String((await response.arrayBuffer()).byteLength) : await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text, response.headers) };
}

function parsed(text: string, headers: Headers): unknown {
  const hasLines = headers.get('content-type') === linesType;
  try {
    const json: unknown = JSON.parse(hasLines ? `[${text.trim().split(/\n+/).join(',')}]` : text);
    return json;
  } catch {
    return undefined;
  }
}

export const sendJson = (mount: Mount, method: string, target: string, body: unknown): Promise<Answered> =>
  send(mount, { method, target, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
