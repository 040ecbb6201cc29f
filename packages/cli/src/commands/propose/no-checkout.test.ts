import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serveAdvised } from '../../testing/advised.ts';
import { makeCheckout } from '../../testing/checkout.ts';
import { serveDataSet } from '../../testing/loopback.ts';
import { trimtab } from '../../testing/trimtab.ts';

test('a folder that does not exist or is no checkout is named, with what to do next', async () => {
  await using api = await serveAdvised([]);
  using checkout = makeCheckout({ 'web.yaml': 'kind: Deployment\n' });
  const [file, data] = [join(checkout.root, 'web.yaml'), join(checkout.root, '.git')];
  for (const [folder, sentence] of [
    ['/', '/ is not in a Git checkout.'],
    ['/nowhere', 'There is no folder /nowhere.'],
    [file, `${file} is a file, not a folder.`],
    [join(file, 'deploy'), `There is no folder ${join(file, 'deploy')}.`],
    [data, `${data} has the data of Git, but no files of a checkout.`],
  ] as const) {
    expect(await trimtab(['propose', folder], { api: api.url })).toEqual({
      code: 2,
      stdout: '',
      stderr: `trimtab: ${sentence}\nGive a folder of a Git checkout with your manifests: trimtab propose DIR.\n`,
      questions: [],
    });
  }
});

test('the sentence does not depend on the language of Git', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('LC_ALL', 'C.UTF-8');
  vi.stubEnv('LANGUAGE', 'de');
  await using api = await serveAdvised([]);
  const { code, stderr } = await trimtab(['propose', '/'], { api: api.url });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('/ is not in a Git checkout.') });
});

test('for a checkout of another user, the next step makes Git accept it', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  // Git's own tests use this variable to make it treat every owner as another.
  vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
  await using api = await serveAdvised([]);
  using checkout = makeCheckout({ 'web.yaml': 'kind: Deployment\n' });
  const { code, stderr } = await trimtab(['propose', checkout.root], { api: api.url });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr:
      `trimtab: ${checkout.root} belongs to another user, so Git does not use it.\n` +
      `If you trust its files: git config --global --add safe.directory ${checkout.root}\n`,
  });
});

test('a mistyped namespace is not taken for one without enrolled workloads', async () => {
  await using api = await serveDataSet('storefront');
  using checkout = makeCheckout({ 'web.yaml': 'kind: Deployment\n' });
  const { code, stderr } = await trimtab(['propose', checkout.root, '--check', '-n', 'nosuch'], { api: api.url });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('There is no namespace nosuch.') });
});
