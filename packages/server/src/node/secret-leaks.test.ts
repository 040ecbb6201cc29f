import { createServer } from 'node:http';
import { anIssuer, audience, startMain } from '@trimtab/testing/node';
import { afterEach, expect, it } from 'vitest';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

/** A Prometheus that repeats the request, credentials included, in its errors. */
async function anEchoingPrometheus(): Promise<string> {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    const error = `cannot parse ${request.url} with ${request.headers.authorization}`;
    response.statusCode = asked === 1 ? 200 : 422;
    response.end(
      asked === 1
        ? '{"status":"success","data":{"resultType":"vector","result":[]}}'
        : JSON.stringify({ status: 'error', errorType: 'bad_data', error }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => server.close());
  const address = server.address();
  return `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

it('no log line, response or header contains a secret at the most verbose level', async () => {
  const issuer = await anIssuer({ now: () => Date.now() });
  cleanups.push(issuer.stop);
  const server = startMain({
    argv: ['--port', '0', '--log-level', 'debug', '--explain-queries'],
    env: {
      TRIMTAB_PROMETHEUS: `http://canary-user:canary-password@${await anEchoingPrometheus()}`,
      TRIMTAB_OIDC_ISSUER: issuer.url,
      TRIMTAB_OIDC_AUDIENCE: audience,
      TRIMTAB_PROMETHEUS_TENANT: 'a-tenant',
      TRIMTAB_PROMETHEUS_HEADER: 'X-Api-Key=canary-header',
      UNRELATED: 'canary-environment',
    },
  });
  cleanups.push(server.end);
  const address = await server.ready;
  const token = await issuer.sign({ canary: 'canary-claim', permissions: ['ast:enrol'] });
  const forged = await issuer.sign({ aud: 'canary-audience' });
  const answers: string[] = [];
  for (const bearer of [token, forged]) {
    for (const path of [
      '/v1/ast',
      '/v1/system/namespaces',
      '/v1/views/kpis',
      '/v1/connectors',
      '/v1/openapi.json',
      '/config.json',
      '/v1/ast/shop/canary-not-a-secret',
      `/v1/export?start=2026-01-01T00:00:00Z&end=2026-01-01T01:00:00Z&access_token=${bearer}`,
    ]) {
      const response = await fetch(`${address}${path}`, {
        headers: { authorization: `Bearer ${bearer}`, cookie: 'session=canary-cookie' },
      });
      answers.push(JSON.stringify([...response.headers]), await response.text());
    }
  }
  const everything = [server.said.stdout, server.said.stderr, ...answers].join('\n');
  expect(server.said.stderr).toContain('"event":"answered"');
  const [, payload = '', signature = ''] = token.split('.');
  const secrets = [
    payload,
    signature,
    forged.split('.')[2] ?? '',
    'canary-password',
    'canary-user',
    Buffer.from('canary-user:canary-password').toString('base64'),
    'canary-header',
    'canary-environment',
    'canary-claim',
    'canary-cookie',
  ];
  expect(secrets.filter((secret) => everything.includes(secret))).toEqual([]);
});
