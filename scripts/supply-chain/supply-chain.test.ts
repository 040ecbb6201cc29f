import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inCheckout } from '../checkout.ts';
import { verdict } from './advisories.ts';
import { licensesOf } from './licenses.ts';
import { closure, readLockfile, runtimeLibraries } from './lockfile.ts';
import { withOnly } from './sbom.ts';

const lockfile = readLockfile();

/** Licenses under which we may distribute or use a library. The last two: build tools and tests, and a font. */
const allowed = new Set(
  'MIT ISC Apache-2.0 BSD-2-Clause BSD-3-Clause 0BSD BlueOak-1.0.0 CC0-1.0 Unlicense MPL-2.0 OFL-1.1'.split(' '),
);

/** Whether an SPDX expression can be satisfied with allowed licenses. */
const isAllowed = (license: unknown): boolean =>
  typeof license === 'string' &&
  license
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((each) => allowed.has(each)));

describe('libraries', () => {
  it('come from the registry of npm only, each with its checksum', () => {
    const others = Object.entries(lockfile.packages).filter(
      ([, { resolution }]) =>
        !String(resolution['integrity']).startsWith('sha512-') || Object.keys(resolution).length > 1,
    );
    expect(others).toEqual([]);
    expect(Object.keys(lockfile.packages).length).toBeGreaterThan(100);
  });

  it('have a license that is allowed', () => {
    const manifests = globSync('node_modules/.pnpm/*/node_modules/{*,@*/*}/package.json', { cwd: inCheckout('.') });
    const refused = manifests.flatMap((path) => {
      const { name, license, version } = JSON.parse(readFileSync(inCheckout(path), 'utf8'));
      return isAllowed(license) ? [] : [`${name}@${version}: ${license}`];
    });
    expect(refused).toEqual([]);
    expect(manifests.length).toBeGreaterThan(100);
  });

  // The limit of libraries. Raise it only for a good reason: every library can run code in our processes or pages.
  it.each([
    ['packages/core', 1, 1],
    ['packages/server', 11, 13],
    ['packages/cli', 10, 60],
    ['packages/web', 14, 228],
    ['packages/trimtab-server', 2, 238],
  ])('%s has at most %i of its own and %i with all that they bring along', (folder, own, all) => {
    const names = runtimeLibraries(lockfile, folder);
    expect({ names, own: names.length <= own }).toEqual({ names, own: true });
    expect(closure(lockfile, folder, names).size).toBeLessThanOrEqual(all);
  });

  it('with a waived advisory say why, and until when', () => {
    const lines = readFileSync(inCheckout('pnpm-workspace.yaml'), 'utf8').split('\n');
    const waived = lines.flatMap((line, index) =>
      /GHSA-\w{4}-\w{4}-\w{4}/.test(line) ? [lines[index - 1] ?? ''] : [],
    );
    for (const reason of waived) {
      const [, day = ''] = /^\s*# Until (\d{4}-\d\d-\d\d): .{20}/.exec(reason) ?? [];
      expect({ reason, isOver: Date.parse(day) < Date.now() }).toEqual({ reason, isOver: false });
    }
  });
});

it.each([
  ['packages/cli', ['commander', 'ink', 'react', 'yaml', 'zod'], ['vitest', 'tsup', '@napi-rs/keyring']],
  ['packages/trimtab-server', ['hono', 'kysely', 'react', 'recharts', 'undici', 'zod'], ['vitest', 'tsup']],
])('%s comes with the license of each library that it bundles, and of no other', (folder, bundled, others) => {
  const text = licensesOf(folder);
  const named = [...text.matchAll(/^(\S+)@[\d.]+\S* \(\S+\)$/gm)].map(([, name]) => name);
  expect(named).toEqual(expect.arrayContaining(bundled));
  expect(named.filter((name) => others.includes(name ?? ''))).toEqual([]);
  expect(text).toContain('Permission is hereby granted, free of charge');
});

describe('the check of advisories', () => {
  const unreachable = 'Error: ERR_PNPM_AUDIT_BAD_RESPONSE\n\n  × Failed to request\n  │ the audit endpoint\n';

  it('says that nothing was checked if the registry does not answer', () => {
    expect(verdict({ code: 1, output: unreachable })).toEqual({
      code: 0,
      text: 'Nothing was checked, because the registry of npm does not answer: Failed to request the audit endpoint\n',
    });
  });

  it('fails if there is an advisory', () => {
    expect(verdict({ code: 1, output: '1 vulnerability found' })).toEqual({ code: 1, text: '1 vulnerability found' });
    expect(verdict({ code: 0, output: 'No known vulnerabilities found' }).code).toBe(0);
  });
});

it('an SBOM lists only what the package runs with', () => {
  const components = [
    { group: '@hono', name: 'node-server', version: '2.1.8' },
    { name: 'vitest', version: '5.1.0' },
  ];
  const kept = new Set(['@hono/node-server@2.1.8']);
  expect(withOnly({ components }, kept).components).toEqual([components[0]]);
});
