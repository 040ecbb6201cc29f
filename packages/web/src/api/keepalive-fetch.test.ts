import { describe, expect, it } from 'vitest';
import { keepaliveFetch } from './keepalive-fetch.ts';

async function sent(url: string, init: RequestInit) {
  let seen: RequestInit | undefined;
  await keepaliveFetch(async (_, given) => {
    seen = given;
    return new Response();
  })(url, init);
  return seen?.keepalive ?? false;
}

describe('keepaliveFetch', () => {
  it('sets keepalive only when node settings are saved', async () => {
    expect(await sent('https://api.test/v1/cost-savings/settings', { method: 'POST' })).toBe(true);
    expect(await sent('https://api.test/v1/cost-savings/settings', { method: 'GET' })).toBe(false);
    expect(await sent('https://api.test/v1/ast/candidates/shop', { method: 'POST' })).toBe(false);
  });
});
