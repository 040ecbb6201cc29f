import { createServer } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { longestStatementMs, openPool } from './pool.ts';

/** A message from PostgreSQL: its letter, its length and its content. */
function message(letter: string, content: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(letter), length, Buffer.from(content, 'latin1')]);
}

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
});

const timeoutMs = 1;
const accepted = Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I')]);

/** A pool with one connection, which is accepted with this answer and gets no other one. */
async function poolOf(opened: Buffer, end: boolean) {
  const database = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => (end ? socket.end(opened) : socket.write(opened)));
  });
  await new Promise<void>((resolve) => database.listen(0, '127.0.0.1', resolve));
  const address = database.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const access = { host: '127.0.0.1', port, user: 'trimtab', database: 'trimtab', connections: 1, timeoutMs };
  const pool = openPool({ ...access, password: null, tls: null });
  ends.push(
    () => pool.end(),
    () => new Promise((resolve) => database.close(resolve)),
  );
  return pool;
}

// A real PostgreSQL does this only if it restarts in the right millisecond. The messages are those of its protocol.
it('survives a database that ends a connection in the packet that opens it', async () => {
  const ended = message('E', 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0');
  const pool = await poolOf(Buffer.concat([accepted, ended]), true);
  const asked = pool.connect().then(async (client) => {
    try {
      return await client.query('select 1', []);
    } finally {
      client.release();
    }
  });
  await expect(asked).rejects.toThrow('PostgreSQL cannot be reached');
});

it('waits only once for a connection that does not answer', async () => {
  const pool = await poolOf(accepted, false);
  const client = await pool.connect();
  await expect(client.query('begin', [])).rejects.toThrow('did not answer in time');
  const timers = vi.spyOn(globalThis, 'setTimeout');
  await expect(client.query('rollback', [])).rejects.toThrow('did not answer in time');
  expect(timers.mock.calls.map(([, milliseconds]) => milliseconds)).not.toContain(longestStatementMs({ timeoutMs }));
  client.release();
});
