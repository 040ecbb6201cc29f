import { expect, test, vi } from 'vitest';
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
  // There is no request if the limit ends it before it has arrived.
  expect(api.seen.length).toBeLessThanOrEqual(1);
});

test('--request-timeout includes the body', async () => {
  await using api = await serve(
    () => new Response(new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('{')) })),
  );
  const { code } = await trimtab('kpis --request-timeout 50ms', { api: api.url });
  expect(code).toBe(3);
});

test.each([
  ['10m', 600_000],
  ['45s', 45_000],
  ['5s', 30_000],
])('--request-timeout %s ends a call, with its retries, after %i ms at the earliest', async (time, expected) => {
  await using api = await serve(() => Response.json({ errors: ['busy'] }, { status: 503 }));
  const limits = vi.spyOn(globalThis, 'setTimeout');
  await trimtab(['kpis', '--request-timeout', time], { api: api.url });
  const timers = limits.mock.calls.map(([, milliseconds]) => milliseconds);
  limits.mockRestore();
  // Other tests of the process may have timers too.
  expect(timers).toContain(expected);
});

test.each(['0', '11m', '601s', '1h', '-1s', 'soon'])('--request-timeout %s is a usage error', async (time) => {
  const { code, stderr } = await trimtab(['kpis', `--request-timeout=${time}`]);
  expect(code).toBe(2);
  expect(stderr).toContain('10m at most');
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

test.each([
  [429, { 'retry-after': '3725' }, 'Try again in 1 h 2 min 5 s, as the server asks.'],
  [503, { 'retry-after': '90' }, 'Try again in 1 min 30 s, as the server asks.'],
  [503, { 'retry-after': '86400' }, 'Try again in 1 d, as the server asks.'],
  [503, { 'retry-after': '180001' }, 'Try again in 2 d 3 h, as the server asks.'],
  [503, { 'retry-after': '9'.repeat(400) }, 'Try again in more than a year, as the server asks.'],
  [
    429,
    { 'retry-after': 'Wed, 18 Nov 2026 09:31:00 GMT', date: 'Wed, 18 Nov 2026 09:30:15 GMT' },
    'Try again in 45 s, as the server asks.',
  ],
  [429, {}, 'There were too many requests. Try again later.'],
])('%i with %j tells the wait that the server asks for', async (status, headers, sentence) => {
  await using api = await serve(() => Response.json({ errors: ['busy'] }, { status, headers }));
  for (const command of ['settings', 'api PUT /v1/x']) {
    const { code, stderr } = await trimtab(command, { api: api.url });
    expect({ code, stderr }).toEqual({ code: 3, stderr: `trimtab: The API answered ${status}: busy.\n${sentence}\n` });
  }
});

test('a terminal shows the wait for a limit of the server, and a pipe does not', async () => {
  let number = 0;
  await using api = await serve(() => {
    number += 1;
    return number % 2 === 1
      ? Response.json({ errors: ['slow down'] }, { status: 429, headers: { 'retry-after': '1' } })
      : Response.json({ data: { items: [] } });
  });
  const setting = { api: api.url, waitingAfterMs: 60_000 };
  const screen = await trimtab('kpis', { ...setting, columns: 80 });
  const clear = '\r\u001b[2K';
  expect(screen.stderr).toContain(`${clear}Waiting 1 s: the server limits requests${clear}`);
  expect((await trimtab('kpis', setting)).stderr).not.toContain('Waiting');
});
