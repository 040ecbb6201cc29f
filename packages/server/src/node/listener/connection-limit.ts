import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

type Connection = {
  readonly address: string;
  /** How many requests have no complete response. */
  open: number;
  /** The newest request. */
  request: IncomingMessage | null;
  /** Whether a response was sent completely. */
  isProven: boolean;
};

type Limits = {
  readonly connections: number;
  /** Connections of one address; proxies that `isExempt` recognizes have no limit of their own. */
  readonly perAddress: number;
  readonly isExempt: (address: string) => boolean;
};

const isReceiving = ({ request }: Connection): boolean => request?.complete === false;

/**
 * Limits connections in all and per address. A new connection beyond a limit replaces another: rejecting new ones would let
 * thousands of idle sockets lock out other clients (docs/faults.md#connection-flood). The oldest that never got a response and
 * has sent no complete request goes first, then the one that has been idle longest, then others with an incomplete request,
 * then one whose client does not read its response.
 */
export function limitConnections(
  server: Server,
  { connections, perAddress, isExempt }: Limits,
): { readonly closeIdle: () => void } {
  // Those that became idle, or were opened, longest ago come first.
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
  /** Replaces a connection by the newest, of the same address if given. If none can be closed, the newest is. */
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
    /** Also keeps no connection alive from now on. Node's own method misses sockets that never sent a request. */
    closeIdle() {
      stopping = true;
      for (const [socket, { open }] of known) if (open === 0) socket.destroy();
    },
  };
}
