import { expect, test } from 'vitest';
import { serve, serveJson } from '../../testing/loopback.ts';
import { trimtab } from '../../testing/trimtab.ts';

test('both versions and the address of the server', async () => {
  await using api = await serveJson({ version: '0.3.0', api_base_url: '', extra: {} });
  const { code, stdout } = await trimtab('version', { api: api.url, columns: 80, environment: { NO_COLOR: '1' } });
  expect(code).toBe(0);
  expect(stdout).toBe(`COMPONENT  VERSION  ADDRESS\nclient     0.1.0    —\nserver     0.3.0    ${api.url}\n`);
  expect(api.seen).toEqual(['GET /config.json']);
});

test('without a server the version is null, a note is printed on stderr and the exit code is 0', async () => {
  await using api = await serveJson({ errors: ['down'] }, 503);
  const { code, stdout, stderr } = await trimtab('version -o json', { api: api.url });
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: `The version of ${api.url} is unknown. trimtab kpis shows whether the server answers.\n`,
  });
  expect(JSON.parse(stdout)).toEqual({ client: { version: '0.1.0' }, server: { version: null, address: api.url } });
});

test('--request-timeout limits the wait', async () => {
  const release = Promise.withResolvers<void>();
  await using api = await serve(async () => {
    await release.promise;
    return Response.json({ version: '0.3.0' });
  });
  const { code, stdout } = await trimtab('version --no-headers --request-timeout 50ms', { api: api.url });
  release.resolve();
  expect({ code, stdout }).toEqual({ code: 0, stdout: `client\t0.1.0\t—\nserver\t—\t${api.url}\n` });
});

test('--client sends no request', async () => {
  await using api = await serveJson({});
  const { stdout } = await trimtab('version --client --no-headers', { api: api.url });
  expect(stdout).toBe('client\t0.1.0\t—\n');
  expect(api.seen).toEqual([]);
});
