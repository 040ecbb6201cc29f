import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

type Connection = {
  readonly address: string;
  /** The number of requests without a complete response. */
  open: number;
  /** The newest request. */
  request: IncomingMessage | null;
  /** Whether at least one response was sent completely. */
  isProven: boolean;
};

type Limits = {
  readonly connections: number;
  /** The limit for one address. Proxies that `isExempt` recognizes have no such limit. */
  readonly perAddress: number;
  readonly isExempt: (address: string) => boolean;
};

const isReceiving = ({ request }: Connection): boolean => request?.complete === false;

/**
 * Limits the number of connections in total and per address. A new connection above a limit replaces another one.
 * Rejecting it instead would let thousands of idle sockets lock out other clients (docs/faults.md#connection-flood).
 * Connections are closed in this order: the oldest one that never got a response and has sent no complete request; the
 * one that has been idle longest; one with an incomplete request; one whose client does not read its response.
 */
export function limitConnections(
  server: Server,
  { connections, perAddress, isExempt }: Limits,
): { readonly closeIdle: () => void } {
  // Ordered by the time at which they were opened or became idle, the earliest first.
  const known = new Map<Socket, Connection>();
  const counts = new Map<string, number>();
  let stopping = false;

  const forget = (socket: Socket): void => {
    const connection = known.get(socket);
    if (connection === undefined) return;
    known.delete(socket);
    const left = (counts.get(connection.address) ?? 1) - 1;
    if (left === 0) counts.delete(connection.address);
    else counts.set(connection.address, left);
  };
  /**
   * Closes a connection to make room for the newest one. With `address`, only a connection of this address. If no other
   * one may be closed, closes the newest.
   */
  const makeRoom = (newest: Socket, address: string | null): void => {
    const others = [...known].filter(
      ([socket, one]) => socket !== newest && (address === null || one.address === address),
    );
    const [closed = newest] =
      others.find(([, one]) => !one.isProven && (one.open === 0 || isReceiving(one))) ??
      others.find(([, { open }]) => open === 0) ??
      others.find(([, one]) => isReceiving(one)) ??
      others.find(([socket]) => socket.writableNeedDrain) ??
      [];
    forget(closed);
    closed.destroy();
  };

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    known.set(socket, { address, open: 0, request: null, isProven: false });
    socket.once('close', () => forget(socket));
    if (count > perAddress && !isExempt(address)) makeRoom(socket, address);
    else if (known.size > connections) makeRoom(socket, null);
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    const connection = known.get(socket);
    if (connection === undefined) return;
    connection.open += 1;
    connection.request = request;
    response.once('close', () => {
      connection.open -= 1;
      connection.isProven ||= response.writableFinished;
      if (connection.open > 0 || !known.has(socket)) return;
      known.delete(socket);
      known.set(socket, connection);
      if (stopping) socket.end();
    });
  });
  return {
    /** Also stops keep-alive from now on. Node's own method misses sockets that never sent a request. */
    closeIdle() {
      stopping = true;
      for (const [socket, { open }] of known) if (open === 0) socket.destroy();
    },
  };
}
