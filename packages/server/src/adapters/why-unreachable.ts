const reasons = new Map([
  ['ECONNREFUSED', ': the connection was refused'],
  ['ENOTFOUND', ': its host name is not known'],
  ['EAI_AGAIN', ': its host name cannot be looked up'],
  ['ETIMEDOUT', ': the connection timed out'],
  ['UND_ERR_CONNECT_TIMEOUT', ': the connection timed out'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', ': its port does not speak TLS'],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', ': its port does not speak TLS'],
]);

/** The code of the error that ended a connection; empty if there is none. */
export function connectionCode(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}

/** Ends a sentence with what an operator can correct. It names no address. */
export const whyUnreachable = (error: unknown): string => reasons.get(connectionCode(error)) ?? '';
