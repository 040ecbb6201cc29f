/** A reply of a fault server, and the state in which it leaves the connection. */
export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Iterable<Uint8Array>;
  /** Sends only this number of bytes of the body. */
  readonly cutAt?: number;
  /** `stall` leaves the connection open and silent. */
  readonly ending: 'close' | 'reset' | 'stall';
  /** Sends nothing, not even headers. */
  readonly silent?: true;
};

type Change = Partial<Omit<Reply, 'body'>>;

/** A body of any type, announced with its true length. */
export const text = (body: string, contentType: string, { headers, ...change }: Change = {}): Reply => ({
  status: 200,
  headers: { 'content-type': contentType, 'content-length': String(Buffer.byteLength(body)), ...headers },
  body,
  ending: 'close',
  ...change,
});

export const json = (value: unknown, change: Change = {}): Reply =>
  text(JSON.stringify(value), 'application/json; charset=utf-8', change);

/** An error response in the format of the contract. */
export const failure = (status: number, errors: unknown, headers: Record<string, string> = {}): Reply =>
  json({ errors }, { status, headers });

export const noContent: Reply = { status: 204, headers: {}, body: '', ending: 'close' };

/** Accepts the request and never responds. */
export const silence: Reply = { status: 200, headers: {}, body: '', ending: 'stall', silent: true };

/** The bytes of a reply. Each reply closes its connection, so that each request uses a new one. */
export function* replyBytes(reply: Reply): Generator<Uint8Array> {
  if (reply.silent === true) return;
  const head = Object.entries({ connection: 'close', ...reply.headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  yield Buffer.from(`HTTP/1.1 ${reply.status} Scripted\r\n${head}\r\n`, 'latin1');
  if (typeof reply.body !== 'string') yield* reply.body;
  else if (reply.body !== '') yield Buffer.from(reply.body).subarray(0, reply.cutAt);
}
