import { describe, expect, it } from 'vitest';
import { outlivingFetch } from './keepalive-fetch.ts';

async function sent(url: string, init: RequestInit) {
  let seen: RequestInit | undefined;
  await outlivingFetch(async (_, given) => {
    seen = given;
    return new Response();
  })(url, init);
  return seen?.keepalive ?? false;
}

describe('outlivingFetch', () => {
  it('lets the saving of node settings outlive the page, and nothing else', async () => {
    expect(await sent('https://api.test/v1/cost-savings/settings', { method: 'POST' })).toBe(true);
    expect(await sent('https://api.test/v1/cost-savings/settings', { method: 'GET' })).toBe(false);
    expect(await sent('https://api.test/v1/ast/candidates/shop', { method: 'POST' })).toBe(false);
  });
});
