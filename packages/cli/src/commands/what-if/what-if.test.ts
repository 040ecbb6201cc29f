import { yesterday } from '@trimtab/core';
import { expect, test } from 'vitest';
import { cart, cartAnswers, serveCart } from '../../testing/cart.ts';
import { fixedNow, serve, serveDataSet } from '../../testing/loopback.ts';
import { trimtab } from '../../testing/trimtab.ts';

/** An API with a target that answers `what-if` and remembers its bodies. */
function serveWhatIf(status = 200, answer: unknown = cart.whatIf) {
  const bodies: unknown[] = [];
  const api = serve(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname !== '/v1/ast/shop/cart/what-if') return Response.json(cartAnswers.get(pathname));
    bodies.push(await request.json());
    return Response.json(answer, { status });
  });
  return { api, bodies };
}

const time = (at: number) => new Date(at).toISOString();

test.each([
  [
    '',
    {
      load: 'window',
      start: time(yesterday(fixedNow).start),
      end: time(yesterday(fixedNow).end),
      scale: 2,
      assume: 'current',
    },
  ],
  ['--window busiest-day --scale 0.5', { load: 'busiest_day', scale: 0.5, assume: 'current' }],
  ['--window forecast --scale 10 --assume suggested', { load: 'forecast', scale: 10, assume: 'suggested' }],
  [
    '--window 2026-11-17T09:00Z/2026-11-17T18:00Z --scale 1',
    { load: 'window', start: '2026-11-17T09:00Z', end: '2026-11-17T18:00Z', scale: 1, assume: 'current' },
  ],
])('%s asks for %j', async (line, body) => {
  const { api, bodies } = serveWhatIf();
  await using server = await api;
  const { code } = await trimtab(`what-if shop/cart ${line}`.trim(), { api: server.url });
  expect({ code, bodies }).toEqual({ code: 0, bodies: [body] });
});

test('JSON is the answer of the API', async () => {
  await using api = await serveCart();
  const { stdout } = await trimtab('what-if cart -n shop -o json', { api: api.url });
  expect(JSON.parse(stdout)).toEqual(cart.whatIf);
});

test('a pipe has one fact per line', async () => {
  await using api = await serveCart();
  const { stdout } = await trimtab('what-if cart -n shop', { api: api.url });
  expect(stdout).toContain('\napi.cpu.minutes_over_request\t2 h 20 min\n');
  expect(stdout).toContain('\nCost of the whole time\t$3.60\n');
});

test('CSV has numbers and times without words, and empty cells for missing values', async () => {
  await using api = await serveCart();
  const { stdout } = await trimtab('what-if cart -n shop -o csv', { api: api.url });
  const [header, ...rows] = stdout.trim().split('\r\n');
  expect(header).toBe('fact,value');
  const values = new Map(
    rows.map((row): [string, string] => [row.split(',')[0] ?? '', row.split(',').slice(1).join()]),
  );
  expect([...values.values()].filter((value) => !/^([\d.]*|2026-11-[\dT:]+)$/.test(value))).toEqual([]);
  expect(Object.fromEntries(values)).toMatchObject({
    scale: '2',
    'nodes_at_peak.memory': '0.625',
    'requests_at_peak.cpu': '4',
    'api.cpu.minutes_over_request': '140',
    'api.cpu.limit': '',
    'api.memory.request': '1000000000',
    'api.memory.minutes_over_limit': '0',
  });
});

test('the server of Trimtab computes it for the simulated cluster', async () => {
  await using api = await serveDataSet('storefront');
  const { code, stdout } = await trimtab('what-if storefront/cart --window busiest-day --scale 3 -o json', {
    api: api.url,
  });
  expect({ code, answer: JSON.parse(stdout) }).toMatchObject({ code: 0, answer: { scale: 3, load: 'busiest_day' } });
});

test.each([
  ['what-if cart -n shop --scale 0', 'from 0.1 to 10'],
  ['what-if cart -n shop --scale 2x', 'from 0.1 to 10'],
  ['what-if cart -n shop --window tomorrow', 'yesterday, busiest-day, forecast'],
  ['what-if cart -n shop --window 2026-11-17T09:00Z', 'two times such as'],
  ['what-if cart -n shop --assume best', 'current or suggested'],
])('%s exits 2 and sends nothing', async (line, sentence) => {
  await using api = await serveCart();
  const { code, stderr } = await trimtab(line, { api: api.url });
  expect(code).toBe(2);
  expect(stderr).toContain(sentence);
  expect(api.seen).toEqual([]);
});

test.each([
  [501, { errors: ['no'] }, 'This server does not have what-if.'],
  [409, { errors: ['No usage of this workload was found.'] }, 'No usage of this workload was found.'],
  [400, { errors: ['Parameter end must not be in the future.'] }, 'Parameter end must not be in the future.'],
])('an answer of %i exits 3 with the reason', async (status, body, sentence) => {
  const { api } = serveWhatIf(status, body);
  await using server = await api;
  const { code, stderr } = await trimtab('what-if shop/cart', { api: server.url });
  expect(code).toBe(3);
  expect(stderr).toContain(sentence);
});

test('a target that is not enrolled exits 2', async () => {
  await using api = await serveCart();
  const { code, stderr } = await trimtab('what-if shop/none', { api: api.url });
  expect(code).toBe(2);
  expect(stderr).toContain('There is no target none in shop.');
});

test('a column that does not fit is named as no other column is', async () => {
  const { api } = serveWhatIf();
  await using server = await api;
  const { stdout, stderr } = await trimtab('what-if shop/cart', { api: server.url, columns: 50 });
  const [, omitted = ''] = /too narrow: ([^.]*)\./.exec(stderr.replaceAll('\n', ' ')) ?? [];
  expect(omitted).toContain('OVER LIMIT');
  for (const header of omitted.split(', ')) expect(stdout).not.toContain(header);
});
