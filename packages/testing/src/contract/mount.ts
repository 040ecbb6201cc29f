/** An API to be held to its contract: a function in this process, or one that is asked over the network. */
export type Mount = {
  readonly ask: (request: Request) => Promise<Response>;
  /** What the paths of the document are appended to. */
  readonly baseUrl: string;
  /** The API's time, in milliseconds. */
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
  // A file is read to its end, but not as text.
  const text = isFile ? String((await response.arrayBuffer()).byteLength) : await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text);
    return json;
  } catch {
    return undefined;
  }
}

export const sendJson = (mount: Mount, method: string, target: string, body: unknown): Promise<Answered> =>
  send(mount, { method, target, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
