import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { serveJson } from '../../testing/loopback.ts';
import { trimtab } from '../../testing/trimtab.ts';

// Servers may send objects or plain names.
const answer = { items: [{ name: 'web' }, 'constructor', { name: 'billing', unknown: true }] };

test.each([80, 200])('%i columns: sorted by name', async (columns) => {
  await using api = await serveJson(answer);
  const { code, stdout, stderr } = await trimtab('namespaces', {
    api: api.url,
    columns,
    environment: { NO_COLOR: '1' },
  });
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'NAME\nbilling\nconstructor\nweb\n', stderr: '' });
});

test('a pipe has one name per line, for xargs', async () => {
  await using api = await serveJson(answer);
  const { stdout } = await trimtab('namespaces --no-headers', { api: api.url });
  expect(stdout).toBe('billing\nconstructor\nweb\n');
});

test('JSON has the shape of the API', async () => {
  await using api = await serveJson(answer);
  const { stdout } = await trimtab('namespaces -o json', { api: api.url });
  expect(JSON.parse(stdout)).toEqual({ items: [{ name: 'billing' }, { name: 'constructor' }, { name: 'web' }] });
});

test.each(['json', 'yaml'])("-o %s has the API's total, but none for an empty list", async (format) => {
  await using api = await serveJson({ items: [{ name: 'web' }], total: 1 });
  const { stdout } = await trimtab(`namespaces -o ${format}`, { api: api.url });
  expect(parse(stdout)).toEqual({ items: [{ name: 'web' }], total: 1 });
  await using empty = await serveJson({ items: [], total: 0 });
  expect(parse((await trimtab(`namespaces -o ${format}`, { api: empty.url })).stdout)).toEqual({ items: [] });
});

test('without namespaces a note is printed on stderr and nothing on stdout', async () => {
  await using api = await serveJson({ items: [] });
  const { code, stdout, stderr } = await trimtab('namespaces', { api: api.url });
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toBe('The API returned no namespaces.\n');
});
