import { AddressError } from '@trimtab/core';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether an address names this machine. */
export const isLoopback = (url: string): boolean => loopback.test(new URL(url).hostname);

/**
 * With NODE_TLS_REJECT_UNAUTHORIZED=0 Node accepts any certificate, so another server could receive the token. Allowed on
 * this machine only. Throws core's AddressError, because core does not retry it.
 */
export function refuseUncheckedCertificates(url: string): void {
  if (!url.startsWith('https:') || isLoopback(url)) return;
  throw new AddressError(
    'Nothing was sent, because NODE_TLS_REJECT_UNAUTHORIZED=0 would let any server act as this API; unset it, and set ' +
      'NODE_EXTRA_CA_CERTS to the file of your certificate authority',
  );
}
