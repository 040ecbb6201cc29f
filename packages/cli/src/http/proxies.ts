import { BlockList, isIP } from 'node:net';
import { AddressError } from '@trimtab/core';
import type { Environment } from '../environment.ts';
import { isLoopback } from './certificates.ts';

export type Proxy = {
  address: string;
  /** Hosts that are reached without a proxy. Ranges of addresses have been checked already. */
  noProxy: string;
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

/** Whether the host is an IP address in a range such as 10.0.0.0/8, which undici does not read. curl and Go do. */
function isInRange(url: string, noProxy: string): boolean {
  const host = new URL(url).hostname.replace(/^\[(.+)\]$/, '$1');
  if (isIP(host) === 0) return false;
  const ranges = new BlockList();
  for (const entry of noProxy.split(/[,\s]+/)) {
    const [, start = '', bits = ''] = /^(.+)\/(\d{1,3})$/.exec(entry) ?? [];
    const isValid = isIP(start) !== 0 && Number(bits) <= (isIP(start) === 6 ? 128 : 32);
    if (isValid) ranges.addSubnet(start, Number(bits), familyOf(start));
  }
  return ranges.check(host, familyOf(host));
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * The proxy for an address from the usual variables. As in curl, lower case has precedence, and http and https have their
 * own variables. Null if none is set, and for addresses of this machine, which a proxy cannot reach (Go's net/http does
 * the same).
 */
export function proxyFor(url: string, environment: Environment): Proxy | null {
  if (isLoopback(url)) return null;
  const read = (name: string) => {
    const variable = environment[name] ? name : name.toUpperCase();
    return { variable, text: environment[variable] ?? '' };
  };
  const { variable, text } = read(url.startsWith('https:') ? 'https_proxy' : 'http_proxy');
  if (text === '') return null;
  const address = addressIn(variable, text);
  const noProxy = read('no_proxy').text;
  return isInRange(url, noProxy) ? null : { address, noProxy };
}
