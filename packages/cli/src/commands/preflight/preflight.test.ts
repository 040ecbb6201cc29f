import { expect, test } from 'vitest';
import { serveJson } from '../../testing/loopback.ts';
import { trimtab } from '../../testing/trimtab.ts';

const environment = { NO_COLOR: '1' };
const refusal = { eligible: false, reasons: ['A Deployment named "cart" is enrolled already.', 'An HPA scales it.'] };

test.each([80, 200])('%i columns: every reason and exit code 5', async (columns) => {
  await using api = await serveJson(refusal);
  const ended = await trimtab('preflight -n shop deploy/cart', { api: api.url, columns, environment });
  expect(ended).toMatchObject({
    code: 5,
    stdout: 'Reason 1\nA Deployment named "cart" is enrolled already.\n\nReason 2\nAn HPA scales it.\n',
    stderr: 'trimtab: cart is not ready for enrollment in shop.\n',
  });
});

test('a pipe has one reason per line; JSON is the response of the API', async () => {
  await using api = await serveJson(refusal);
  const piped = await trimtab('preflight -n shop deploy/cart', { api: api.url });
  expect(piped.stdout).toBe(
    'WORKLOAD\tREASON\ncart\tA Deployment named "cart" is enrolled already.\ncart\tAn HPA scales it.\n',
  );
  const json = await trimtab('preflight -n shop deploy/cart -o json', { api: api.url });
  expect(JSON.parse(json.stdout)).toEqual(refusal);
});

test('a workload that can be enrolled exits 0', async () => {
  await using api = await serveJson({ eligible: true, reasons: [] });
  expect(await trimtab('preflight -n shop Deployment/cart', { api: api.url })).toMatchObject({
    code: 0,
    stdout: 'WORKLOAD\tRESULT\ncart\tready for enrollment\n',
  });
});

test('notes follow the result, and the exit code stays 0', async () => {
  await using api = await serveJson({
    eligible: true,
    reasons: [],
    notes: ['Argo CD sets the requests.', 'KEDA scales it.'],
  });
  expect(await trimtab('preflight -n shop deploy/cart', { api: api.url, columns: 80, environment })).toMatchObject({
    code: 0,
    stdout:
      'shop/cart\nThis workload is ready for enrollment.\n\nBefore you apply a suggestion 1\nArgo CD sets the requests.\n\n' +
      'Before you apply a suggestion 2\nKEDA scales it.\n',
  });
  expect((await trimtab('preflight -n shop deploy/cart', { api: api.url })).stdout).toBe(
    'WORKLOAD\tRESULT\ncart\tready for enrollment\ncart\tnote: Argo CD sets the requests.\ncart\tnote: KEDA scales it.\n',
  );
});

test('NAMESPACE/NAME, as of other commands, is answered with the form of this one', async () => {
  expect(await trimtab('preflight shop/cart')).toMatchObject({
    code: 2,
    stderr: 'trimtab: No namespace was given.\nAdd -n NAMESPACE. A workload is KIND/NAME, such as deployment/cart.\n',
  });
});

test.each(['cart', 'deploy/', '/cart', 'deploy/cart/x'])('%s is not KIND/NAME, so nothing is sent', async (word) => {
  await using api = await serveJson({});
  const { code, stderr } = await trimtab(['preflight', '-n', 'shop', word], { api: api.url });
  expect(code).toBe(2);
  expect(stderr).toContain(`"${word}" is not the name of a workload.\nUse KIND/NAME, such as deployment/cart.\n`);
  expect(api.seen).toEqual([]);
});
