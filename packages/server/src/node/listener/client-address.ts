import { BlockList, isIP } from 'node:net';

export type Sender = {
  /** Of the client, as far as it can be believed. */
  readonly address: string;
  /** Whether the client's connection was encrypted. */
  readonly encrypted: boolean;
};

/** Who sent a request. What it says of itself is believed only as far as trusted proxies wrote it. */
export function createSenderOf(
  trustedProxies: readonly string[],
): (remoteAddress: string | undefined, headers: Headers) => Sender {
  const trusted = new BlockList();
  for (const proxy of trustedProxies) {
    const [address = '', bits] = proxy.split('/');
    const family = familyOf(address);
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  const isTrusted = (address: string): boolean => isIP(address) !== 0 && trusted.check(address, familyOf(address));
  return (remoteAddress, headers) => {
    const peer = plain(remoteAddress ?? '');
    if (!isTrusted(peer)) return { address: peer, encrypted: false };
    // Every proxy adds whom it heard from at the end: the last one that is no proxy of ours is the client.
    const chain = (headers.get('x-forwarded-for') ?? '').split(',').map((part) => plain(part.trim()));
    const client = chain.findLast((address) => !isTrusted(address));
    return {
      address: client !== undefined && isIP(client) !== 0 ? client : peer,
      encrypted: headers.get('x-forwarded-proto') === 'https',
    };
  };
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** An IPv4 address stays itself on a socket that listens for both. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');
