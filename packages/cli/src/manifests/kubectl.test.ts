import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { patchFiles } from '@trimtab/core/patch';
import { afterAll, describe, expect, test } from 'vitest';
import { findKubectl } from '../../../../scripts/provision/kubectl.ts';
import { manifest } from '../output/yaml.ts';
import { corpus, corpusPlans } from '../testing/manifest-corpus.ts';

const kubectl = findKubectl();
const reason = kubectl === null ? 'there is no kubectl on PATH: install it, or set KUBECTL_BIN' : null;
if (reason) process.stderr.write(`Changed manifests are not tested with kubectl: ${reason}.\n`);

const folder = mkdtempSync(join(tmpdir(), 'trimtab-manifests-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The object in a file after a patch, as kubectl reads it; kubectl needs no cluster for that. */
async function patched(name: string, text: string, patch: string): Promise<unknown> {
  const [file, patchFile] = [join(folder, `${name}.yaml`), join(folder, `${name}.patch`)];
  writeFileSync(file, text);
  writeFileSync(patchFile, patch);
  const words = ['patch', '--local', '-f', file, '--type', 'strategic', '--patch-file', patchFile, '-o', 'json'];
  const { stdout } = await promisify(execFile)(kubectl ?? '', words, { env: { HOME: folder }, timeout: 120_000 });
  return JSON.parse(stdout);
}

/**
 * Here the file and the patch differ on purpose. One file keeps "0.25", where the patch writes 250m. In the other, only
 * the manifest says that a container is a sidecar.
 */
const different = ['requests-same-value', 'sidecar-of-another-server'];

const single = corpus.flatMap(({ name, reason: isLeft, before, after }) => {
  const plan = corpusPlans.find((one) => new RegExp(String.raw`\bname"?: "?${one.name}\b`).test(before));
  const isOne = !/^---/m.test(before) && !/\bkind"?: "?\w*List\b/.test(before) && plan?.apiVersion === 'apps/v1';
  return plan === undefined || !isOne || isLeft !== null || different.includes(name)
    ? []
    : [{ name, before, after, plan }];
});

describe.skipIf(reason)('a real kubectl', () => {
  test('there are manifests to read', () => {
    expect(single.length).toBeGreaterThan(25);
  });

  test.each(single)('reads the changed manifest $name as the old one with the exported patch', async (one) => {
    const [patch] = patchFiles(one.plan, 'kubectl', manifest);
    const expected = await patched(one.name, one.before, patch?.text ?? '');
    expect(await patched(one.name, one.after, '{}')).toEqual(expected);
  });
});
