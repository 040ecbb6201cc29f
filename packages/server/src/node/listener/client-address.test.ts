import { describe, expect, it } from 'vitest';
import { createSenderOf } from './client-address.ts';

const senderOf = createSenderOf(['10.0.0.0/8', '192.0.2.7', 'fd00::/8']);
const sender = (remote: string | undefined, forwardedFor?: string, proto?: string) =>
  senderOf(
    remote,
    new Headers({
      ...(forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }),
      ...(proto === undefined ? {} : { 'x-forwarded-proto': proto }),
    }),
  );

describe('the sender of a request', () => {
  it.each([
    ['whoever is not trusted', '203.0.113.9', '1.2.3.4', 'https', '203.0.113.9', false],
    ['a proxy that says nothing', '10.1.2.3', undefined, undefined, '10.1.2.3', false],
    ['the client of a proxy', '10.1.2.3', '203.0.113.9', 'https', '203.0.113.9', true],
    ['the client of a chain of proxies', '10.1.2.3', '203.0.113.9, 192.0.2.7', 'https', '203.0.113.9', true],
    ['not what the client made up', '10.1.2.3', '1.1.1.1, 203.0.113.9', 'http', '203.0.113.9', false],
    ['a proxy that forwards nonsense', '10.1.2.3', 'unknown', 'https', '10.1.2.3', true],
    ['a proxy on a socket of both families', '::ffff:10.1.2.3', '203.0.113.9', 'https', '203.0.113.9', true],
    ['the client of an IPv6 proxy', 'fd00::1', '2001:db8::9', 'https', '2001:db8::9', true],
    ['nobody, when the socket is gone', undefined, '203.0.113.9', 'https', '', false],
  ])('is %s', (_who, remote, forwardedFor, proto, address, encrypted) => {
    expect(sender(remote, forwardedFor, proto)).toEqual({ address, encrypted });
  });

  it('is believed nothing where no proxy is trusted', () => {
    const none = createSenderOf([]);
    const headers = new Headers({ 'x-forwarded-for': '1.2.3.4', 'x-forwarded-proto': 'https' });
    expect(none('127.0.0.1', headers)).toEqual({ address: '127.0.0.1', encrypted: false });
  });
});
