import { SourceError } from '../../../ports/index.ts';
import { connectionCode, whyUnreachable } from '../../why-unreachable.ts';
import type { OpenCircuit } from './circuit-breaker.ts';

const certificateCodes = /^(?:.*CERT.*|UNABLE_TO_VERIFY_LEAF_SIGNATURE|.*SELF_SIGNED.*)$/;

/** Explains a failure that the certificate causes, which an operator can correct. All others have one message. */
export function unreachableError(error: unknown): SourceError {
  const code = connectionCode(error);
  const cause = error;
  if (code === 'CERT_HAS_EXPIRED') return new SourceError('The certificate of Prometheus has expired.', { cause });
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return new SourceError('The certificate of Prometheus is for a different host name.', { cause });
  }
  if (certificateCodes.test(code)) {
    return new SourceError('The certificate of Prometheus is not signed by a trusted authority.', { cause });
  }
  return new SourceError(`Prometheus cannot be reached${whyUnreachable(error)}.`, { cause });
}

/** `last`: the last failure, if it says what an operator can do. */
export function circuitOpenError({ failures, until }: OpenCircuit, last: Error | null): SourceError {
  const next = new Date(until).toISOString().slice(11, 19);
  const why = last === null ? '' : ` The last time: ${last.message}`;
  return new SourceError(`Prometheus failed ${failures} times in a row. The next query is sent at ${next} UTC.${why}`);
}
