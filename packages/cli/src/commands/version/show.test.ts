import { expect, test } from 'vitest';
import { serveJson } from '../../testing/loopback.ts';
import { trimtab } from '../../testing/trimtab.ts';

test('both versions, and where the server is', async () => {
  await using api = await serveJson({ version: '0.3.0', api_base_url: '', extra: {} });
  const { code, stdout } = await trimtab('version', { api: api.url, columns: 80, environment: { NO_COLOR: '1' } });
  expect(code).toBe(0);
  expect(stdout).toBe(`COMPONENT  VERSION  ADDRESS\nclient     0.1.0    —\nserver     0.3.0    ${api.url}\n`);
  expect(api.seen).toEqual(['GET /config.json']);
});

test('a server that is not there is no failure: its version is null', async () => {
  await using api = await serveJson({ errors: ['down'] }, 503);
  const { code, stdout } = await trimtab('version -o json', { api: api.url });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ client: { version: '0.1.0' }, server: { version: null, address: api.url } });
});

test('--client asks nobody', async () => {
  await using api = await serveJson({});
  const { stdout } = await trimtab('version --client --no-headers', { api: api.url });
  expect(stdout).toBe('client\t0.1.0\t—\n');
  expect(api.seen).toEqual([]);
});
