import { StoreError, StoreUnreachableError } from '../../../ports/index.ts';

const untrusted =
  'The certificate of PostgreSQL is not from a trusted authority. Name its authority with --database-ca.';

/** A serialization failure or a deadlock, also when the transaction was tried again. */
const concurrent = 'Too many changes were made at the same time. Try again.';

/** The SQLSTATE of a server that only reads, such as the standby after a failover. */
const readOnly = '25006';

export const isReadOnly = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === readOnly;

/** Messages by SQLSTATE, or by the code of an error of Node, for failures that an operator can fix. */
const messages: ReadonlyMap<unknown, string> = new Map([
  ['28P01', 'PostgreSQL does not accept the password. Check the password of the database user.'],
  ['28000', 'PostgreSQL does not let this user connect. Check --database and pg_hba.conf.'],
  ['3D000', 'The database does not exist. Create it, or name another one with --database.'],
  ['42501', 'The database user lacks a permission. It needs to own its schema.'],
  [readOnly, 'The database is read-only. Connect to the primary server.'],
  ['53100', 'The disk of the database is full. Free some space, then try again.'],
  ['53300', 'PostgreSQL has no free connection. Raise max_connections, or lower --database-connections.'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', untrusted],
  ['SELF_SIGNED_CERT_IN_CHAIN', untrusted],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', untrusted],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', untrusted],
  ['CERT_HAS_EXPIRED', 'The certificate of PostgreSQL has expired. Renew it.'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'The certificate of PostgreSQL is for another host. Check the host in --database.'],
  ['25P03', 'The server was paused for too long, so the database ended its transaction. Try again.'],
  ['40001', concurrent],
  ['40P01', concurrent],
  ['55P03', 'A long transaction, such as a backup, uses a table of the database. Try again when it has ended.'],
  ['57014', 'The database did not answer in time. Try again, or raise --database-timeout.'],
]);

/** Those of them that may be over when the same call is made again. */
const temporary: ReadonlySet<unknown> = new Set([readOnly, '25P03', '40001', '40P01', '53300', '55P03', '57014']);

/** The error to throw instead of one of the driver: a `StoreError` if an operator can do something about it. */
export function asStoreError(error: unknown): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : undefined;
  const known = messages.get(code);
  if (known !== undefined) {
    return new (temporary.has(code) ? StoreUnreachableError : StoreError)(known, { cause: error });
  }
  if (error.message === withoutTls) {
    return new StoreError(
      'PostgreSQL does not offer TLS. Enable it there (ssl = on), or add ?sslmode=disable to the URL of --database.',
      { cause: error },
    );
  }
  // Class 08: connection exception; 57P: the server shuts down or starts; 40: the server ended a transaction.
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^(08|40|57P)/.test(code)) return error;
  const hint = code === 'ENOTFOUND' || code === 'EAI_AGAIN' ? 'Check the host in --database.' : 'Check that it runs.';
  return new StoreUnreachableError(`PostgreSQL cannot be reached (${reasonOf(error, code)}). ${hint}`, {
    cause: error,
  });
}

/** The driver gives this error no code. */
const withoutTls = 'The server does not support SSL connections';

const reasons: ReadonlyMap<unknown, string> = new Map([
  ['ECONNREFUSED', 'it refuses connections'],
  ['ENOENT', 'its socket does not exist'],
  ['ENOTFOUND', 'its host name is unknown'],
  ['EAI_AGAIN', 'its host name could not be looked up'],
  ['ETIMEDOUT', 'it does not answer'],
  ['ECONNRESET', 'it closed the connection'],
]);

function reasonOf(error: Error, code: unknown): string {
  // A host with several addresses fails with one error for each of them.
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return reasonOf(error.errors[0], code);
  return reasons.get(code) ?? (error.message.replace(/\.$/, '') || 'unknown error');
}
