import { once } from 'node:events';
import { get } from 'node:http';
import { networkInterfaces } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from './listener.ts';
import { onlyOurselves } from './testing/access.ts';

const interfaces = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
const reason = interfaces.some(({ address }) => address === '::1') ? null : 'this machine has no IPv6 loopback address';

async function startOn(host: string, allowedHosts: readonly string[] = []): Promise<number> {
  const listener = await listen({
    handle: async () => Response.json({ status: 'ok' }),
    host,
    port: 0,
    access: { ...onlyOurselves, allowedHosts },
    logger: () => undefined,
  });
  onTestFinished(() => listener.stop());
  return Number(new URL(listener.url).port);
}

/** The status for a request to this address with this Host header. */
async function statusOf(port: number, host: string, address = '127.0.0.1'): Promise<number | undefined> {
  const request = get({ host: address, port, agent: false, headers: { host } });
  const [response] = await once(request, 'response');
  response.resume();
  return response.statusCode;
}

describe('hosts of a server that other machines can reach', () => {
  it.each([
    ['trimtab.example.com', 200],
    // Prometheus and the probes of the kubelet send the address of the pod.
    ['10.1.2.3:4400', 200],
    ['[2001:db8::1]:4400', 200],
    ['evil.example', 421],
    ['10.1.2.3.evil.example', 421],
    ['localhost', 421],
  ])('answers Host %s with %i if only one name is allowed', async (host, status) => {
    expect(await statusOf(await startOn('0.0.0.0', ['trimtab.example.com']), host)).toBe(status);
  });

  it('answers every name if no name is given', async () => {
    expect(await statusOf(await startOn('0.0.0.0'), 'trimtab.example.com')).toBe(200);
  });

  it.each(['10.1.2.3:4400', '[2001:db8::1]:4400'])('answers Host %s with 421 on a loopback address', async (host) => {
    expect(await statusOf(await startOn('127.0.0.1', ['trimtab.example.com']), host)).toBe(421);
  });

  it.skipIf(reason !== null)(
    `answers IPv4 and IPv6 on the address ::${reason === null ? '' : ` (skipped: ${reason})`}`,
    async () => {
      const port = await startOn('::', ['trimtab.example.com']);
      const statuses = [
        await statusOf(port, `127.0.0.1:${port}`, '127.0.0.1'),
        await statusOf(port, `[::1]:${port}`, '::1'),
        await statusOf(port, 'evil.example', '::1'),
      ];
      expect(statuses).toEqual([200, 200, 421]);
    },
  );
});
