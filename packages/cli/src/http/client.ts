import { type Client, createClient } from '@trimtab/core';
import type { Environment } from '../context.ts';
import { lazyFetch } from './fetch.ts';

/** Core's client over undici. Core owns retries, deadlines and errors; nothing of them is repeated here. */
export function openClient(api: string, environment: Environment): Client {
  return createClient({ baseUrl: api, fetch: lazyFetch(environment) });
}
