import { expect, test } from 'vitest';
import { serve, serveJson } from '../testing/loopback.ts';
import { trimtab } from '../testing/trimtab.ts';
import { redactedUrl, withTrace } from './trace.ts';

test('--request-timeout limits the wait, and the request is not repeated', async () => {
  const release = Promise.withResolvers<void>();
  await using api = await serve(async () => {
    await release.promise;
    return Response.json({});
  });
  const { code, stderr } = await trimtab('kpis --request-timeout 50ms', { api: api.url });
  release.resolve();
  expect(code).toBe(3);
  expect(stderr).toContain(`No response from ${api.url} in time (timed out after 0.05 s).`);
  expect(api.seen).toHaveLength(1);
});

test('--request-timeout includes the body', async () => {
  await using api = await serve(
    () => new Response(new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('{')) })),
  );
  const { code } = await trimtab('kpis --request-timeout 50ms', { api: api.url });
  expect(code).toBe(3);
});

test.each(['0', '31s', '1h', '-1s', 'soon'])('--request-timeout %s is a usage error', async (time) => {
  const { code, stderr } = await trimtab(['kpis', `--request-timeout=${time}`]);
  expect(code).toBe(2);
  expect(stderr).toContain('30s at most');
});

test('--debug logs requests on stderr and does not change stdout', async () => {
  await using api = await serveJson({ data: { items: [] } });
  const plain = await trimtab('kpis -o json', { api: api.url });
  const traced = await trimtab('kpis -o json --debug', { api: api.url });
  expect(traced.stdout).toBe(plain.stdout);
  expect(traced.stderr).toContain(`> GET ${api.url}/v1/views/kpis\n> accept: application/json\n< 200 after `);
});

test('--debug logs no secret of headers, query or body', async () => {
  const lines: string[] = [];
  const headers = { authorization: 'Bearer canary', 'x-api-key': 'canary', accept: '*/*' };
  const signal = new AbortController().signal;
  const fetch = withTrace(
    async () => ({ status: 200, headers: { get: (name) => (name === 'set-cookie' ? 'canary' : null) }, body: null }),
    (line) => lines.push(line),
  );
  await fetch('http://me:canary@127.0.0.1/v1/x?ticket=canary&a=1', {
    method: 'POST',
    headers,
    body: 'password=canary',
    redirect: 'error',
    signal,
  });
  expect(lines.join('\n')).not.toContain('canary');
  expect(lines).toContain('> authorization: [redacted]');
  expect(lines).toContain('> body of 15 bytes');
  expect(redactedUrl('http://127.0.0.1/?a=1&access_token=x')).toBe('http://127.0.0.1/?a=1&access_token=%5Bredacted%5D');
});

test('NODE_TLS_REJECT_UNAUTHORIZED=0 is accepted only for this machine', async () => {
  const environment = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  const away = await trimtab('kpis', { api: 'https://trimtab.invalid', environment });
  expect(away.code).toBe(2);
  expect(away.stderr).toContain(
    'Nothing was sent, because NODE_TLS_REJECT_UNAUTHORIZED=0 would let any server act as this API; unset it, and set ' +
      'NODE_EXTRA_CA_CERTS to the file of your certificate authority.\n',
  );
  const gone = await serveJson({});
  await gone[Symbol.asyncDispose]();
  const here = await trimtab('kpis', { api: gone.url.replace('http:', 'https:'), environment });
  expect(here.stderr).toContain('the connection was refused');
});
