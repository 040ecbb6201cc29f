import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from '../app.ts';

const refusals: ReadonlyMap<string, readonly [status: string, sentence: string]> = new Map([
  ['HPE_HEADER_OVERFLOW', ['431 Request Header Fields Too Large', 'The headers must not be larger than 16 KiB.']],
  ['ERR_HTTP_REQUEST_TIMEOUT', ['408 Request Timeout', 'The request did not arrive in time. Send it again.']],
]);

const unreadable = ['400 Bad Request', 'The request is not valid HTTP.'] as const;

/**
 * Answers what never becomes a request (headers too large, too slow, or no HTTP at all) as every other refusal is
 * answered: with a sentence, and an id that is in the log too.
 */
export function refuseUnreadable(server: Server, logger: Logger): void {
  const answering = new WeakMap<Socket, ServerResponse>();
  server.on('request', ({ socket }, response: ServerResponse) => answering.set(socket, response));
  server.on('clientError', (error, socket: Socket) => {
    const response = answering.get(socket);
    const isInAnswer = response !== undefined && response.headersSent && !response.writableFinished;
    // In the middle of an answer another one would be taken for a part of it.
    if (!socket.writable || isInAnswer) {
      socket.destroy();
      return;
    }
    const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
    const [status, sentence] = refusals.get(code) ?? unreadable;
    const requestId = crypto.randomUUID();
    logger('debug', 'refused', { requestId, status: Number(status.slice(0, 3)), code });
    const body = JSON.stringify({ errors: [sentence] });
    const head = [
      `HTTP/1.1 ${status}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      `x-request-id: ${requestId}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
}
