import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from '../../ports/index.ts';

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
    const { requestId, body } = said(Number(status.slice(0, 3)), sentence, logger, code);
    const head = [
      `HTTP/1.1 ${status}`,
      `content-length: ${body.length}`,
      ...Object.entries(headers(requestId)).map(([name, value]) => `${name}: ${value}`),
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
}

/** What only Node answers otherwise, without a word: a client that expects what no server knows. */
export function refuseExpectations(server: Server, logger: Logger): void {
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    const { requestId, body } = said(417, 'The header Expect may only be 100-continue.', logger);
    response.writeHead(417, { ...headers(requestId), 'content-length': body.length, connection: 'close' }).end(body);
  });
}

/** The refusal of a request that has no address, so that nothing can be asked about it. */
export function refusal(status: number, sentence: string, logger: Logger): Response {
  const { requestId, body } = said(status, sentence, logger);
  return new Response(body, { status, headers: headers(requestId) });
}

/** A sentence for the client, with the id that stands in the log. */
function said(status: number, sentence: string, logger: Logger, code = '') {
  const requestId = crypto.randomUUID();
  logger('debug', 'refused', { requestId, status, ...(code === '' ? {} : { code }) });
  return { requestId, body: JSON.stringify({ errors: [sentence] }) };
}

const headers = (requestId: string) => ({
  'content-type': 'application/json',
  'x-request-id': requestId,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
});
