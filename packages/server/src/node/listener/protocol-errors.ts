import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from '../../ports/index.ts';

const errorsByCode: ReadonlyMap<string, readonly [status: string, message: string]> = new Map([
  ['HPE_HEADER_OVERFLOW', ['431 Request Header Fields Too Large', 'The headers must not be larger than 16 KiB.']],
  ['ERR_HTTP_REQUEST_TIMEOUT', ['408 Request Timeout', 'The request did not arrive in time. Send it again.']],
]);

const invalidHttp = ['400 Bad Request', 'The request is not valid HTTP.'] as const;

/**
 * Answers requests that Node rejects before they reach a handler (headers too large, too slow, invalid HTTP) in the same
 * form as every other error: a sentence, and a request id that is also in the log.
 */
export function answerProtocolErrors(server: Server, logger: Logger): void {
  const currentResponse = new WeakMap<Socket, ServerResponse>();
  server.on('request', ({ socket }, response: ServerResponse) => currentResponse.set(socket, response));
  server.on('clientError', (error, socket: Socket) => {
    const response = currentResponse.get(socket);
    const isSending = response !== undefined && response.headersSent && !response.writableFinished;
    // If a response has already begun, the client would read the error as part of it.
    if (!socket.writable || isSending) {
      socket.destroy();
      return;
    }
    const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
    const [status, message] = errorsByCode.get(code) ?? invalidHttp;
    const { body, headers } = describe(Number(status.slice(0, 3)), message, logger, code);
    const head = [
      `HTTP/1.1 ${status}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      `content-length: ${body.length}`,
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
}

/** Node answers an unknown Expect header with 417 and an empty body; this adds the error. */
export function answerUnknownExpectations(server: Server, logger: Logger): void {
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    const { body, headers } = describe(417, 'The header Expect may only be 100-continue.', logger);
    response.writeHead(417, { ...headers, 'content-length': body.length, connection: 'close' }).end(body);
  });
}

/** The response to a request that cannot be passed to the handler, for example because its URL is invalid. */
export function protocolErrorResponse(status: number, message: string, logger: Logger): Response {
  const { body, headers } = describe(status, message, logger);
  return new Response(body, { status, headers });
}

/** Logs the error and returns its body and headers. */
function describe(status: number, message: string, logger: Logger, code = '') {
  const requestId = crypto.randomUUID();
  logger('debug', 'request rejected', { requestId, status, ...(code === '' ? {} : { code }) });
  return {
    body: JSON.stringify({ errors: [message] }),
    headers: {
      'content-type': 'application/json',
      'x-request-id': requestId,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  };
}
