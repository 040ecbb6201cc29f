import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serveAdvised } from '../../testing/advised.ts';
import { makeCheckout } from '../../testing/checkout.ts';
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
