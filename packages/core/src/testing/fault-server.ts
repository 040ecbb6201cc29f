import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { type Reply, replyBytes } from './fault-replies.ts';

/** A request as received. */
type SeenRequest = {
  readonly method: string;
  /** Path and query, not decoded. */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** Resolves when the connection has ended. */
  readonly closed: Promise<void>;
};

export type FaultServer = {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** Resolves when `count` requests have arrived and their scripted replies were sent. */
  sent(count: number): Promise<void>;
  close(): Promise<void>;
};

/** Returns the reply to the request with this number, counted from 0. */
export type Script = (request: SeenRequest, number: number) => Reply;

type Waiter = { readonly count: number; readonly resolve: () => void };

function parseRequest(text: string, closed: Promise<void>): SeenRequest | null {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const [method = '', target = ''] = first.split(' ');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = text.slice(end + 4);
  return Buffer.byteLength(body) < Number(headers.get('content-length') ?? 0)
    ? null
    : { method, target, headers, body, closed };
}

async function send(socket: Socket, reply: Reply, closed: Promise<void>): Promise<void> {
  for (const chunk of replyBytes(reply)) {
    if (socket.destroyed) return;
    // `once` rejects when the other side resets the connection first.
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain').catch(() => {}), closed]);
  }
  switch (reply.ending) {
    case 'close':
      socket.end();
      break;
    case 'reset':
      // Flush the written bytes before the reset.
      await new Promise((resolve) => setTimeout(resolve, 20));
      socket.resetAndDestroy();
      break;
    case 'stall':
      break;
    default:
      reply.ending satisfies never;
  }
}

/**
 * A loopback server with scripted faults and one request per connection. It can close, reset or stall a connection, or send
 * a wrong length. It uses TCP directly, because node:http would correct such faults.
 */
export async function startFaultServer(script: Script): Promise<FaultServer> {
  const requests: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  let waiters: Waiter[] = [];
  let sentCount = 0;

  const server = createServer((socket) => {
    sockets.add(socket);
    // Clients that cancel a call reset their connections.
    socket.on('error', () => {});
    const closed = new Promise<void>((resolve) => {
      socket.on('close', () => {
        sockets.delete(socket);
        resolve();
      });
    });
    let text = '';
    let answered = false;
    socket.on('data', (chunk: Buffer) => {
      if (answered) return;
      text += chunk.toString('latin1');
      const request = parseRequest(text, closed);
      if (request === null) return;
      answered = true;
      const number = requests.push({ ...request, body: Buffer.from(request.body, 'latin1').toString('utf8') }) - 1;
      void send(socket, script(request, number), closed).then(() => {
        sentCount += 1;
        for (const waiter of waiters) if (sentCount >= waiter.count) waiter.resolve();
        waiters = waiters.filter(({ count }) => sentCount < count);
      });
    });
  });

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The fault server has no port');

  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    sent: (count) =>
      sentCount >= count ? Promise.resolve() : new Promise((resolve) => waiters.push({ count, resolve })),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** An address where nothing listens. */
export async function closedAddress(): Promise<string> {
  const server = await startFaultServer(() => {
    throw new Error('Unexpected connection');
  });
  await server.close();
  return server.url;
}
