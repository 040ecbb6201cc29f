import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { discardBody } from './discard-body.ts';

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

async function aConnection(): Promise<{ client: Socket; server: Socket }> {
  const listener = createServer();
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  const address = listener.address();
  const client = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
  const accepted = new Promise<Socket>((resolve) => listener.once('connection', resolve));
  const [server] = await Promise.all([accepted, once(client, 'connect')]);
  closing.push(
    () => client.destroy(),
    () => server.destroy(),
    () => listener.close(),
  );
  return { client, server };
}

function keepBusy(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

it('reads a body to its end, also after the event loop was blocked', async () => {
  const { client, server } = await aConnection();
  const discarded = discardBody(Readable.toWeb(server));
  client.end('rest');
  // In the next iteration of the event loop, timers run before the received data is read.
  keepBusy(400);
  await discarded;
  expect(server.bytesRead).toBe(4);
});

it('stops waiting if the client pauses', async () => {
  const { client, server } = await aConnection();
  client.write('first');
  await discardBody(Readable.toWeb(server));
  await expect.poll(() => server.destroyed).toBe(true);
});
