import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayMs } from '@trimtab/core';
import { expect, onTestFinished, test } from 'vitest';
import { serveCutAnswers } from './testing/cut-answers.ts';
import { fixedNow, serveDataSet, serveJson } from './testing/loopback.ts';
import { trimtab } from './testing/trimtab.ts';

/** The real server behind a proxy that loses the answers of writes, and a folder for the CLI's files. */
async function cutServer() {
  const folder = await mkdtemp(join(tmpdir(), 'trimtab-writes-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const api = await serveDataSet('storefront');
  onTestFinished(() => api[Symbol.asyncDispose]());
  const proxy = await serveCutAnswers(api.url);
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  const { stdout } = await trimtab('candidates -n storefront --no-headers', { api: api.url });
  const names = stdout
    .trim()
    .split('\n')
    .map((line) => line.split('\t')[0] ?? '');
  const run = (line: string, more: Parameters<typeof trimtab>[1] = {}) =>
    trimtab(line, { api: proxy.url, ...more, environment: { TRIMTAB_CONFIG_DIR: folder, ...more.environment } });
  return { api, proxy: proxy.state, url: proxy.url, names, run, folder, stored: join(folder, 'unfinished-writes') };
}

const token = (sub: string, nonce: string) =>
  `e30.${Buffer.from(JSON.stringify({ iss: 'https://id.example', sub, nonce })).toString('base64url')}.x`;

const unknown = 'so it is unknown whether this was done';

test('a repeated enrollment gets the first outcome, and the next one does not', async () => {
  const { proxy, names, run, stored } = await cutServer();
  const line = `enroll -n storefront ${names[0]} --yes`;
  const cut = await run(line);
  expect(cut).toMatchObject({ code: 3, stderr: expect.stringContaining(unknown) });
  proxy.cuts = false;
  expect(await run(line)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`${names[0]}\tDeployment\tenrolled`),
  });
  expect(await readdir(stored)).toEqual([]);
  expect(await run(line)).toMatchObject({ code: 0, stdout: expect.stringContaining('already enrolled') });
  const [first, second, third] = proxy.keys;
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test.each([
  ['limits storefront/cart checkout/tax ratio', 'Limits of storefront/cart, checkout/tax follow the policy ratio.'],
  ['cleanup storefront/cart checkout/tax', 'checkout/tax is un-enrolled.'],
  ['settings set --cores 6', ''],
])('each write of %s is repeated with its own key', async (line, message) => {
  const { proxy, run } = await cutServer();
  const words = `${line} --yes`;
  expect((await run(words)).stderr).toContain(unknown);
  proxy.cuts = false;
  const again = await run(words);
  expect(again.code).toBe(0);
  expect(again.stderr).toContain(message);
  const keys = proxy.keys.toSorted();
  expect(new Set(keys).size).toBe(keys.length / 2);
  expect(keys.filter((_, index) => index % 2 === 0)).toEqual(keys.filter((_, index) => index % 2 === 1));
});

test.each([
  ['all candidates', '--all'],
  ['named workloads', ''],
])('a repeated enrollment of %s with a question gets the first outcome', async (_, flag) => {
  const { proxy, names, run } = await cutServer();
  const line = `enroll -n storefront ${flag === '' ? `${names[0]} cart` : flag}`;
  expect(await run(line, { typed: ['y'] })).toMatchObject({ code: 3, stderr: expect.stringContaining(unknown) });
  proxy.cuts = false;
  const again = await run(line, { typed: ['y'] });
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining(`${names[0]}\tDeployment\tenrolled`) });
  expect(again.stderr).toContain(`${names[0]}  sent before, without an answer`);
  expect(new Set(proxy.keys).size).toBe(1);
});

test('api repeats a write with its key, unless a header gives another', async () => {
  const { proxy, names, run } = await cutServer();
  const words = `api POST /v1/ast/candidates/storefront?dryrun=false -F workloads=["${names[0]}"]`;
  expect((await run(words)).stderr).toContain(unknown);
  expect((await run(`${words} -H Idempotency-Key:mine`)).stderr).toContain(unknown);
  proxy.cuts = false;
  expect((await run(words)).stdout).toContain('"result": "created"');
  const [first, given, repeated] = proxy.keys;
  expect(given).toBe('mine');
  expect(repeated).toBe(first);
});

test('a key is stored for its owner only, without names and addresses', async () => {
  const { names, run, stored, url } = await cutServer();
  await run(`api POST /v1/ast/candidates/storefront?dryrun=false -F workloads=["${names[0]}"]`);
  const [file = ''] = await readdir(stored);
  expect((await stat(stored)).mode & 0o777).toBe(0o700);
  expect((await stat(join(stored, file))).mode & 0o777).toBe(0o600);
  const text = `${file}${await readFile(join(stored, file), 'utf8')}`;
  expect(text).not.toContain(names[0]);
  expect(text).not.toContain(new URL(url).port);
});

test('another principal, another body and the next day get another key', async () => {
  const { proxy, run, url } = await cutServer();
  const as = (sub: string, nonce: string) => ({ environment: { TRIMTAB_TOKEN: token(sub, nonce), TRIMTAB_API: url } });
  const line = 'limits storefront/cart ratio --yes';
  await run(line, as('ada', 'old'));
  await run(line, as('bob', 'old'));
  await run(line, as('ada', 'renewed'));
  await run(line, { ...as('ada', 'old'), now: () => fixedNow + dayMs - 1 });
  await run(line, { ...as('ada', 'old'), now: () => fixedNow + dayMs });
  const [ada, bob, renewed, late, nextDay] = proxy.keys;
  expect([renewed, late]).toEqual([ada, ada]);
  expect(new Set([ada, bob, nextDay]).size).toBe(3);
});

test('a different write to the same thing forgets the key, so that no outdated outcome is shown', async () => {
  const { proxy, names, run, url } = await cutServer();
  const line = `enroll -n storefront ${names[0]} --yes`;
  await run(line);
  proxy.cuts = false;
  expect((await run(`cleanup storefront/${names[0]} --yes`)).code).toBe(0);
  await run(line);
  expect((await trimtab('targets -n storefront -o name', { api: url })).stdout).toContain(names[0]);
  const [first, , third] = proxy.keys;
  expect(third).not.toBe(first);
});

test('a damaged file or folder of keys is not used, and the write still works', async () => {
  const { proxy, run, folder, stored } = await cutServer();
  const line = 'limits storefront/cart ratio --yes';
  await run(line);
  const [file = ''] = await readdir(stored);
  await writeFile(join(stored, file), '{"key":');
  proxy.cuts = false;
  expect((await run(line)).code).toBe(0);
  expect(new Set(proxy.keys).size).toBe(2);
  await rm(stored, { recursive: true });
  await writeFile(stored, '');
  expect((await run(line)).code).toBe(0);
  expect(await readdir(folder)).toContain('unfinished-writes');
});

test('a write that was refused is not remembered', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'trimtab-writes-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await using api = await serveJson({ errors: ['no'] }, 409);
  await trimtab('cleanup shop/cart --yes', { api: api.url, environment: { TRIMTAB_CONFIG_DIR: folder } });
  expect(await readdir(join(folder, 'unfinished-writes'))).toEqual([]);
});
