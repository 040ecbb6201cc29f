import { AddressError } from '@trimtab/core';
import type { Environment } from '../environment.ts';
import { isLoopback } from './certificates.ts';

export type Proxies = {
  httpProxy?: string;
  httpsProxy?: string;
  /** Hosts that are reached without one. */
  noProxy?: string;
};

const schemes = new Set(['http:', 'https:', 'socks5:', 'socks:']);

/** The address in a variable; one without a scheme is http, as in curl and Go. */
function addressIn(variable: string, text: string): string {
  const whole = text.includes('://') ? text : `http://${text}`;
  if (URL.canParse(whole) && schemes.has(new URL(whole).protocol)) return whole;
  // Core's own error, so that the request is not repeated; without the value, which may hold a password.
  throw new AddressError(
    `${variable} does not hold the address of a proxy, so nothing was sent; give it as http://proxy.example:3128, or unset it`,
  );
}

/**
 * The proxies for an address, from the usual variables, the lower-case one first, as curl reads them. Null where none is
 * named, and for this machine, which a proxy cannot reach: gh and kubectl never ask one for it (Go's net/http).
 */
export function proxiesFor(url: string, environment: Environment): Proxies | null {
  if (isLoopback(url)) return null;
  const read = (name: string) => {
    const variable = environment[name] ? name : name.toUpperCase();
    return { variable, text: environment[variable] ?? '' };
  };
  const proxy = (name: string) => {
    const { variable, text } = read(name);
    return text === '' ? null : addressIn(variable, text);
  };
  const httpProxy = proxy('http_proxy');
  const httpsProxy = proxy('https_proxy');
  const noProxy = read('no_proxy').text;
  if (httpProxy === null && httpsProxy === null) return null;
  return {
    ...(httpProxy === null ? {} : { httpProxy }),
    ...(httpsProxy === null ? {} : { httpsProxy }),
    ...(noProxy === '' ? {} : { noProxy }),
  };
}
