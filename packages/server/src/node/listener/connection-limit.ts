import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Holds no more connections than `maximum`. A new one takes the place of whichever has waited longest without a request
 * (reliability.md S16): thousands of idle sockets must not keep an honest client out, as refusing newcomers would.
 */
export function capConnections(server: Server, maximum: number): { readonly closeIdle: () => void } {
  const running = new Map<Socket, number>();
  const idle = new Set<Socket>();
  let ending = false;
  server.on('connection', (socket: Socket) => {
    running.set(socket, 0);
    idle.add(socket);
    socket.once('close', () => {
      running.delete(socket);
      idle.delete(socket);
    });
    if (running.size <= maximum) return;
    // With everybody else at work, the oldest idle one is the newcomer itself.
    for (const longest of idle) {
      running.delete(longest);
      idle.delete(longest);
      longest.destroy();
      return;
    }
  });
  server.on('request', ({ socket }, response) => {
    running.set(socket, (running.get(socket) ?? 0) + 1);
    idle.delete(socket);
    response.once('close', () => {
      const left = (running.get(socket) ?? 1) - 1;
      if (!running.has(socket)) return;
      running.set(socket, left);
      if (left > 0) return;
      if (ending) socket.end();
      else idle.add(socket);
    });
  });
  return {
    // From now on none is kept. Node itself leaves out those that never sent a request.
    closeIdle() {
      ending = true;
      for (const socket of idle) socket.destroy();
    },
  };
}
