import { fetch as undiciFetch } from 'undici';
import { onTestFinished } from 'vitest';
import type { Client, ClientOptions } from '../api/client/client.ts';
import { createClient } from '../api/client/full-client.ts';
import type { FetchLike } from '../api/transport/fetch.ts';
import { type FaultServer, type Script, startFaultServer } from './fault-server.ts';
import { type VirtualClock, virtualClock } from './virtual-clock.ts';

/** The fetch implementations that the client must support: the platform's and undici's, which the CLI uses. */
export const fetches: readonly (readonly [string, FetchLike])[] = [
  ['platform', (url, init) => globalThis.fetch(url, init)],
  ['undici', (url, init) => undiciFetch(url, init)],
];

type Logged = { readonly message: string; readonly fields: Readonly<Record<string, unknown>> };

export type Scripted = {
  readonly client: Client;
  readonly server: FaultServer;
  readonly clock: VirtualClock;
  readonly log: readonly Logged[];
};

/** A fault server that is closed at the end of the test. */
export async function scriptedServer(script: Script): Promise<FaultServer> {
  const server = await startFaultServer(script);
  onTestFinished(() => server.close());
  return server;
}

/** A client of a fault server with a virtual clock. Jitter is always half of its maximum. */
export async function scripted(script: Script, options: Partial<ClientOptions> = {}): Promise<Scripted> {
  const server = await scriptedServer(script);
  const clock = virtualClock();
  const log: Logged[] = [];
  const client = createClient({
    baseUrl: server.url,
    clock,
    random: () => 0.5,
    logger: { warn: (message, fields = {}) => void log.push({ message, fields }) },
    ...options,
  });
  return { client, server, clock, log };
}

/** The rejection of a promise. Throws if the promise resolves. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('Expected a rejection');
}
