import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { serveJson } from '../../testing/loopback.ts';
import { trimtab } from '../../testing/trimtab.ts';

const answer = {
  name: 'shop',
  items: [
    { target_ref: { name: 'cart', kind: 'Deployment' }, json: { metadata: { name: 'cart' }, on: '1e3' } },
    { target_ref: { name: 'queue', kind: 'StatefulSet' }, json: {} },
  ],
};

test.each([80, 200])('%i columns: name and kind', async (columns) => {
  await using api = await serveJson(answer);
  const { code, stdout } = await trimtab('candidates -n shop', {
    api: api.url,
    columns,
    environment: { NO_COLOR: '1' },
  });
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'NAME   KIND\ncart   Deployment\nqueue  StatefulSet\n' });
  expect(api.seen).toEqual(['POST /v1/ast/candidates/shop?dryrun=true&limit=-1&offset=0']);
});

test('YAML contains the manifests and quotes strings', async () => {
  await using api = await serveJson(answer);
  const { stdout } = await trimtab('candidates -n shop -o yaml', { api: api.url });
  expect(parse(stdout)).toEqual(answer);
});

test('without candidates it prints the sentence of the onboarding page', async () => {
  await using api = await serveJson({ name: 'shop', items: [] });
  const { code, stdout, stderr } = await trimtab('candidates -n shop', { api: api.url });
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: '',
    stderr: 'No potential candidates found for this namespace.\n',
  });
});

test('a missing namespace is a usage error', async () => {
  const { code, stderr } = await trimtab('candidates');
  expect(code).toBe(2);
  expect(stderr).toContain('No namespace was given.');
});
