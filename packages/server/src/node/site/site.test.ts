import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignIn } from '../options/access-options.ts';
import { createSite } from './site.ts';

let folder = '';
let site: (request: Request) => Promise<Response>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimtab-site-'));
  const webRoot = join(folder, 'web');
  mkdirSync(join(webRoot, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Trimtab</title>');
  writeFileSync(join(webRoot, 'assets', 'app-1a2b.js'), 'export const answer = 42;\n'.repeat(100));
  writeFileSync(join(webRoot, 'mockServiceWorker.js'), '// worker');
  symlinkSync(join(folder, 'secret.txt'), join(webRoot, 'assets', 'link.txt'));
  site = createSite({
    api: async () => Response.json({ from: 'api' }),
    webRoot,
    version: '1.2.3',
    extra: { cost_analysis: true },
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const get = (path: string, headers: Record<string, string> = {}) =>
  site(new Request(`http://localhost${path}`, { headers }));
const navigation = { accept: 'text/html,application/xhtml+xml', 'sec-fetch-mode': 'navigate' };

async function consoleOf(changes: Partial<SignIn>) {
  const signIn = {
    issuer: 'https://t.auth0.com/',
    audience: 'api',
    clientId: 'c',
    domain: 't.auth0.com',
    enrollGroup: null,
    ...changes,
  };
  const options = { api: async () => new Response(), webRoot: folder, version: '1.2.3', extra: {}, signIn };
  const response = await createSite(options)(new Request('http://localhost/config.json'));
  return response.json();
}

describe('site', () => {
  it('serves /config.json with no-store', async () => {
    const response = await get('/config.json');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({
      version: '1.2.3',
      api_base_url: '',
      extra: {
        cost_analysis: true,
        extensions: expect.arrayContaining(['views.targets', 'extensions.explain']),
        list_page_size: 1_000,
        detailed_page_size: 250,
      },
      console: { oauth_domain: '', oauth_client_id: '' },
    });
  });

  it('puts the sign-in domain into /config.json only if the client id is set too', async () => {
    expect(await consoleOf({})).toMatchObject({
      console: { oauth_domain: 't.auth0.com', oauth_client_id: 'c', oauth_audience: 'api' },
    });
    for (const lacking of [{ clientId: '' }, { domain: '' }]) {
      expect(await consoleOf(lacking)).toMatchObject({ console: { oauth_domain: '', oauth_client_id: '' } });
    }
  });

  it.each(['/healthz', '/readyz', '/v1/ast', '/v1/ast/a%2Fb/c'])('passes %s to the API', async (path) => {
    expect(await (await get(path, navigation)).json()).toEqual({ from: 'api' });
  });

  it.each(['/', '/index.html', '/onboarding', '/ast/shop/cart.v1'])(
    'serves the page at %s with no-store',
    async (path) => {
      const response = await get(path, navigation);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.text()).toContain('Trimtab');
    },
  );

  it('allows browsers to cache only files with a hash in their name', async () => {
    const asset = await get('/assets/app-1a2b.js');
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect((await get('/mockServiceWorker.js')).headers.get('cache-control')).toBe('no-cache');
  });

  it('compresses files if the client accepts it', async () => {
    const plain = await get('/assets/app-1a2b.js');
    const packed = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(Number(plain.headers.get('content-length')) / 10);
    expect(packed.headers.get('vary')).toBe('accept-encoding');
  });

  it.each(['br', 'gzip', 'identity'])('reads a file again that could not be read before: %s', async (encoding) => {
    const file = join(folder, 'web', 'assets', `late-${encoding}.js`);
    // Node reads no file of more than 2 GiB in one piece.
    writeFileSync(file, '');
    truncateSync(file, 3 * 2 ** 30);
    utimesSync(file, 1, 1);
    const read = () => get(`/assets/late-${encoding}.js`, { 'accept-encoding': encoding });
    await expect(read()).rejects.toThrow('greater than 2 GiB');
    truncateSync(file, 0);
    utimesSync(file, 1, 1);
    expect((await read()).status).toBe(200);
  });

  it('never sends the page for a missing asset or a request of a script', async () => {
    for (const response of [
      await get('/assets/gone-3c4d.js', navigation),
      await get('/gone.json'),
      await get('/assets/'),
    ]) {
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).not.toContain('html');
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });

  it.each([
    '/..%2fsecret.txt',
    '/%2e%2e%2fsecret.txt',
    '/assets/..%2f..%2f..%2fsecret.txt',
    '/..%5csecret.txt',
    '/assets/link.txt',
    '/index.html%00.js',
    '/%zz',
    '/assets/%2fetc%2fpasswd',
  ])('serves no file outside of its folder: %s (docs/faults.md#path-traversal)', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('secret');
  });

  it('answers a misspelled API path with an API error', async () => {
    for (const path of ['/v1ast', '/v2/ast', '/%zz']) {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ errors: ['There is nothing at this address.'] });
    }
    expect(await (await get('/assets/gone.js')).text()).toBe('Not found.\n');
  });

  it('allows only GET and HEAD', async () => {
    const response = await site(new Request('http://localhost/index.html', { method: 'POST' }));
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
    expect(await response.json()).toEqual({ errors: ['Only GET and HEAD are allowed here.'] });
    const head = await site(new Request('http://localhost/', { method: 'HEAD' }));
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});
