import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inCheckout } from '../checkout.ts';
import { findHelm } from '../provision/helm.ts';
import { policyProblems } from './policy.ts';
import { helm, objectsIn } from './render.ts';

const page = readFileSync(inCheckout('docs/install.md'), 'utf8');

/** The fenced blocks of the page in a language. */
const blocks = (language: string): readonly string[] =>
  [...page.matchAll(/^( *)```(\w+)\n([\s\S]*?)^\1```$/gm)].flatMap(([, , name, text = '']) =>
    name === language ? [text] : [],
  );

/** The commands of the page, each as its words. */
const commands = blocks('sh')
  .flatMap((block) => block.replaceAll(/\\\n\s*/g, '').split('\n'))
  .map((line) =>
    line
      .replace(/\s+#.*$/, '')
      .trim()
      .split(/\s+/),
  );

const installs = commands.filter(([program, verb]) => program === 'helm' && (verb === 'install' || verb === 'upgrade'));
const reason = findHelm() === null ? ' (skipped: there is no helm on PATH: install it, or set HELM_BIN)' : '';

describe.skipIf(reason !== '')(`docs/install.md${reason}`, () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'trimtab-install-'));
    writeFileSync(join(folder, 'values.yaml'), blocks('yaml').find((text) => text.startsWith('# values.yaml')) ?? '');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(installs.map((words) => words.slice(2).join(' ')))(
    'helm renders what it says to install: %s',
    async (line) => {
      const own = new Set(['--install', '--create-namespace', '--reset-then-reuse-values']);
      const words = line
        .split(' ')
        .filter((word) => !own.has(word))
        .map((word) => (word === 'values.yaml' ? join(folder, word) : word));
      // Values are reused from an earlier installation.
      const reused = line.includes('--reset-then-reuse-values')
        ? ['--set', 'prometheus.url=http://prometheus:9090']
        : [];
      const objects = objectsIn(await helm('template', ...words, ...reused));
      expect(policyProblems(objects)).toEqual([]);
      expect(objects.map(({ kind }) => kind)).toContain('Deployment');
    },
  );

  it('has a command for each way of installation', () => expect(installs.length).toBeGreaterThanOrEqual(6));
});
