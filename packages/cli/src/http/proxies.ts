import { AddressError } from '@trimtab/core';
import type { Environment } from '../environment.ts';
import { isLoopback } from './certificates.ts';

export type Proxies = {
  httpProxy?: string;
  httpsProxy?: string;
  /** Hosts that are reached without a proxy. */
  noProxy?: string;
};

const schemes = new Set(['http:', 'https:', 'socks5:', 'socks:']);

/** The address in a variable. Without a scheme it is http, as in curl and Go. */
function addressIn(variable: string, text: string): string {
  const whole = text.includes('://') ? text : `http://${text}`;
  if (URL.canParse(whole) && schemes.has(new URL(whole).protocol)) return whole;
  // Core does not retry an AddressError. The message omits the value, which may contain a password.
  throw new AddressError(
    `Nothing was sent, because ${variable} is not the address of a proxy; set it as in http://proxy.example:3128, or unset it`,
  );
}

/**
 * The proxies for an address from the usual variables. As in curl, lower case has precedence. Null if none is set, and
 * for addresses of this machine, which a proxy cannot reach (Go's net/http does the same).
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
