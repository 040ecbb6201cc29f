import { describe, expect, it } from 'vitest';
import { createClientLookup, createProxyCheck } from './client-address.ts';

const clientOf = createClientLookup(createProxyCheck(['10.0.0.0/8', '192.0.2.7', 'fd00::/8']));
const client = (remote: string | undefined, forwardedFor?: string, proto?: string) =>
  clientOf(
    remote,
    new Headers({
      ...(forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }),
      ...(proto === undefined ? {} : { 'x-forwarded-proto': proto }),
    }),
  );

describe('the client of a request', () => {
  it.each([
    ['a peer that is not a trusted proxy', '203.0.113.9', '1.2.3.4', 'https', '203.0.113.9', false],
    ['a proxy without forwarding headers', '10.1.2.3', undefined, undefined, '10.1.2.3', false],
    ['the client of a proxy', '10.1.2.3', '203.0.113.9', 'https', '203.0.113.9', true],
    ['the client of a chain of proxies', '10.1.2.3', '203.0.113.9, 192.0.2.7', 'https', '203.0.113.9', true],
    ['not an address that the client made up', '10.1.2.3', '1.1.1.1, 203.0.113.9', 'http', '203.0.113.9', false],
    ['a proxy that forwards an invalid address', '10.1.2.3', 'unknown', 'https', '10.1.2.3', true],
    ['the client of an IPv4 proxy on an IPv6 socket', '::ffff:10.1.2.3', '203.0.113.9', 'https', '203.0.113.9', true],
    ['the client of an IPv6 proxy', 'fd00::1', '2001:db8::9', 'https', '2001:db8::9', true],
    ['without the port that a proxy adds', '10.1.2.3', '203.0.113.9:54321', 'https', '203.0.113.9', true],
    ['without the port of an IPv6 client', '10.1.2.3', '[2001:db8::9]:443', 'https', '2001:db8::9', true],
    ['without brackets', '10.1.2.3', '[2001:db8::9]', 'https', '2001:db8::9', true],
    ['an IPv4 address in IPv6 with a port', '10.1.2.3', '[::ffff:203.0.113.9]:443', 'https', '203.0.113.9', true],
    [
      'not a trusted proxy with a port',
      '10.1.2.3',
      '203.0.113.9:1, 192.0.2.7:80, [fd00::2]:80',
      '',
      '203.0.113.9',
      false,
    ],
    ['the peer if only a port is forwarded', '10.1.2.3', ':443', 'https', '10.1.2.3', true],
    ['a client whose proxy writes the scheme in capitals', '10.1.2.3', '203.0.113.9', 'HTTPS', '203.0.113.9', true],
    ['encrypted if the first proxy was reached so', '10.1.2.3', '203.0.113.9', 'https, http', '203.0.113.9', true],
    ['not encrypted if only a later proxy was', '10.1.2.3', '203.0.113.9', 'http,https', '203.0.113.9', false],
    ['an empty address if the connection is closed', undefined, '203.0.113.9', 'https', '', false],
  ])('is %s', (_who, remote, forwardedFor, proto, address, encrypted) => {
    expect(client(remote, forwardedFor, proto)).toEqual({ address, encrypted });
  });

  it('is the peer if no proxy is trusted', () => {
    const none = createClientLookup(() => false);
    const headers = new Headers({ 'x-forwarded-for': '1.2.3.4', 'x-forwarded-proto': 'https' });
    expect(none('127.0.0.1', headers)).toEqual({ address: '127.0.0.1', encrypted: false });
  });
});
