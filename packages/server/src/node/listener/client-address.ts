import { BlockList, isIP } from 'node:net';

export type Client = {
  /** The client's address; empty if the connection is already closed. */
  readonly address: string;
  /** Whether the client's connection is encrypted. */
  readonly encrypted: boolean;
};

/** Whether an address is that of a trusted proxy. */
export function createProxyCheck(trustedProxies: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList();
  for (const proxy of trustedProxies) {
    const [address = '', bits] = proxy.split('/');
    const family = familyOf(address);
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  return (socketAddress) => {
    const address = withoutIpv6Prefix(socketAddress);
    return isIP(address) !== 0 && trusted.check(address, familyOf(address));
  };
}

/** Finds the client of a request. Forwarding headers are used only if a trusted proxy sent the request. */
export function createClientLookup(
  isTrusted: (address: string) => boolean,
): (remoteAddress: string | undefined, headers: Headers) => Client {
  return (remoteAddress, headers) => {
    const peer = withoutIpv6Prefix(remoteAddress ?? '');
    if (!isTrusted(peer)) return { address: peer, encrypted: false };
    // Each proxy appends the address of its peer, so the client is the last address that is not a trusted proxy.
    const chain = (headers.get('x-forwarded-for') ?? '').split(',').map(addressIn);
    const client = chain.findLast((address) => !isTrusted(address));
    return {
      address: client !== undefined && isIP(client) !== 0 ? client : peer,
      // The first item is what the client used; each further proxy may append its own.
      encrypted: headers.get('x-forwarded-proto')?.split(',')[0]?.trim().toLowerCase() === 'https',
    };
  };
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** The address in an item of X-Forwarded-For. Some proxies add the port: 203.0.113.9:443, [2001:db8::9]:443. */
function addressIn(item: string): string {
  const text = item.trim();
  const [, address = text] = /^\[(.*)\](?::\d+)?$/.exec(text) ?? /^([^:]*):\d+$/.exec(text) ?? [];
  return withoutIpv6Prefix(address);
}

/** A socket that accepts both families reports an IPv4 address as ::ffff:10.0.0.1. */
const withoutIpv6Prefix = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');
