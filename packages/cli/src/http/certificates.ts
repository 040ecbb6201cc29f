import { AddressError } from '@trimtab/core';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether an address names this machine. */
export const isLoopback = (url: string): boolean => loopback.test(new URL(url).hostname);

/**
 * Node would take any certificate for any host then, and a token would go to whoever answers. Tolerated on this machine
 * only; the error is core's own, so that the request is not repeated.
 */
export function refuseUncheckedCertificates(url: string): void {
  if (!url.startsWith('https:') || isLoopback(url)) return;
  throw new AddressError(
    'NODE_TLS_REJECT_UNAUTHORIZED=0 would let anybody answer as this API, so nothing was sent; unset it, and name your ' +
      'authority in NODE_EXTRA_CA_CERTS',
  );
}
