import { expect, test } from 'vitest';
import { commands } from './commands/index.ts';
import { exitCode } from './exit-code.ts';
import { freedPort, serve, serveJson } from './testing/loopback.ts';
import { serveShop } from './testing/shop.ts';
import { trimtab } from './testing/trimtab.ts';

/** An API in which `check` has a finding; with a total the list is incomplete. */
const serveKpis = (more: object = {}) =>
  serve(({ url }) =>
    Response.json({
      data: { items: url.endsWith('/kpis') ? [{ id: 'yearly_waste', value: 9_000 }] : [], ...more },
    }),
  );

test('every exit code has one meaning', async () => {
  await using shop = await serveShop();
  await using waste = await serveKpis();
  await using short = await serveKpis({ total: 5 });
  await using broken = await serveJson({ errors: ['broken'] }, 500);
  await using closed = await serveJson({ errors: ['who?'] }, 401);
  await using forbidden = await serveJson({ errors: ['not yours'] }, 403);
  const interrupted = AbortSignal.abort();
  const cases = [
    [exitCode.ok, 'targets -n shop', { api: shop.url }],
    [exitCode.findings, 'check -n shop --max-waste-yearly 1', { api: waste.url }],
    [exitCode.usage, 'targets --nope', { api: shop.url }],
    [exitCode.usage, 'enroll -n shop --all', { api: shop.url }],
    [exitCode.api, 'kpis', { api: broken.url }],
    [exitCode.api, 'kpis', { api: `http://127.0.0.1:${await freedPort()}` }],
    [exitCode.denied, 'kpis', { api: closed.url }],
    [exitCode.denied, 'kpis', { api: forbidden.url }],
    [exitCode.partial, 'targets -n shop', { api: short.url }],
    [exitCode.interrupted, 'kpis', { api: shop.url, signal: interrupted }],
  ] as const;
  const ended = await Promise.all(cases.map(async ([, line, setting]) => [line, (await trimtab(line, setting)).code]));
  expect(ended).toEqual(cases.map(([code, line]) => [line, code]));
  expect(new Set(cases.map(([code]) => code)).size).toBe(Object.keys(exitCode).length);
});

test('only check and propose have exit code 1, and every command lists its exit codes', () => {
  const finders = commands.filter(({ facts }) => facts.exitCodes.includes(exitCode.findings));
  expect(finders.map(({ facts }) => facts.name)).toEqual(['check', 'propose']);
  for (const { facts } of commands) {
    expect(facts.exitCodes).toEqual(expect.arrayContaining([exitCode.ok, exitCode.usage]));
    expect(facts.exitCodes).toEqual(facts.exitCodes.toSorted((a, b) => a - b));
  }
});

test('every command that asks before it writes can be interrupted', () => {
  const asking = commands.filter(({ facts }) => facts.options?.some(({ long }) => long === '--yes'));
  expect(asking.map(({ facts }) => facts.name)).toEqual(['enroll', 'limits', 'cleanup', 'settings']);
  for (const { facts } of asking) expect(facts.exitCodes).toContain(exitCode.interrupted);
});
