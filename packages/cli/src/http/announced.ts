import { type Client, type FeatureFlags, featureFlags, loadConfiguration } from '@trimtab/core';
import type { Context } from '../context.ts';
import { servers } from './client.ts';
import { lazyFetch } from './fetch.ts';

export type Extension = FeatureFlags['extensions'] extends ReadonlySet<infer Id> ? Id : never;
type Announced = ReadonlySet<Extension> | null;

const mostMs = 5_000;
const known = new WeakMap<Client, Promise<Announced>>();

/** The extensions that the server announces in /config.json; null if it announces none, or has no such file. */
async function readAnnounced({ api, http }: Pick<Context, 'api' | 'http'>): Promise<Announced> {
  const configuration = await loadConfiguration({
    fetch: lazyFetch(http),
    url: `${api}/config.json`,
    deadlineMs: Math.min(http.timeoutMs ?? mostMs, mostMs),
  });
  const { extensions, demo_mode } = configuration.extra;
  return Array.isArray(extensions) || demo_mode === true ? featureFlags(configuration).extensions : null;
}

/** Whether the server announces its extensions, and this is not one of them. */
export async function isUnannounced(client: Client, id: Extension): Promise<boolean> {
  const server = servers.get(client);
  if (server === undefined) return false;
  const announced = known.get(client) ?? readAnnounced(server);
  known.set(client, announced);
  return (await announced)?.has(id) === false;
}
