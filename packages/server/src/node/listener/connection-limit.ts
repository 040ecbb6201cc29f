import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Allows at most `maximum` connections. A new connection replaces the one that has been idle longest, because rejecting
 * new ones would let thousands of idle sockets lock out other clients (docs/faults.md#connection-flood).
 */
export function limitConnections(server: Server, maximum: number): { readonly closeIdle: () => void } {
  const requestsOf = new Map<Socket, number>();
  const idle = new Set<Socket>();
  let stopping = false;
  server.on('connection', (socket: Socket) => {
    requestsOf.set(socket, 0);
    idle.add(socket);
    socket.once('close', () => {
      requestsOf.delete(socket);
      idle.delete(socket);
    });
    if (requestsOf.size <= maximum) return;
    // The new connection is idle too: it is the one that is closed if all others have a request.
    const [longestIdle = socket] = idle;
    requestsOf.delete(longestIdle);
    idle.delete(longestIdle);
    longestIdle.destroy();
  });
  server.on('request', ({ socket }, response) => {
    requestsOf.set(socket, (requestsOf.get(socket) ?? 0) + 1);
    idle.delete(socket);
    response.once('close', () => {
      const open = (requestsOf.get(socket) ?? 1) - 1;
      if (!requestsOf.has(socket)) return;
      requestsOf.set(socket, open);
      if (open > 0) return;
      if (stopping) socket.end();
      else idle.add(socket);
    });
  });
  return {
    /** Also keeps no connection alive from now on. Node's own method misses sockets that never sent a request. */
    closeIdle() {
      stopping = true;
      for (const socket of idle) socket.destroy();
    },
  };
}
