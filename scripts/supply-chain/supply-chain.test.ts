import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inCheckout } from '../checkout.ts';
import { badWaivers, verdict } from './advisories.ts';
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

  // The maximum number of libraries. Raise it only for a good reason, because every library can run code in our
  // processes or pages.
  it.each([
    ['packages/core', 1, 1],
    ['packages/server', 12, 27],
    ['packages/cli', 10, 60],
    ['packages/web', 14, 242],
    ['packages/trimtab-server', 2, 252],
  ])('%s has at most %i of its own and %i with all that they bring along', (folder, own, all) => {
    const names = runtimeLibraries(lockfile, folder);
    expect({ names, own: names.length <= own }).toEqual({ names, own: true });
    expect(closure(lockfile, folder, names).size).toBeLessThanOrEqual(all);
  });

  it('with a waived advisory say why, and until when', () => {
    expect(badWaivers(readFileSync(inCheckout('pnpm-workspace.yaml'), 'utf8'), Date.now())).toEqual([]);
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

/** The lines of a workspace with two waived advisories, the first of them with this line above it. */
const waived = (reason: string) =>
  `auditConfig:\n  ignoreGhsas:\n    ${reason}\n    - GHSA-aaaa-bbbb-cccc\n    # Until 2027-01-31: we never call that function.\n    - GHSA-dddd-eeee-ffff\n`;

describe('the check of advisories', () => {
  const refused =
    'Error: ERR_PNPM_AUDIT_BAD_RESPONSE\n\n  × The audit endpoint (at https://registry.example/-/npm/v1/security/advisories/\n  │ bulk) responded with 405\n';
  const unchecked =
    'Nothing was checked: it is unknown whether the libraries in pnpm-lock.yaml have known security problems, because the registry of npm did not answer. The audit endpoint (at https://registry.example/-/npm/v1/security/advisories/ bulk) responded with 405\n';
  const reviewed = 'All found vulnerabilities were already reviewed and decided to be ignored\n1 ignored: 1 high\n';
  const now = Date.parse('2027-01-01');

  it.each([
    [{ code: 0, output: 'No known vulnerabilities found\n' }, 0, 'No known vulnerabilities found\n'],
    [{ code: 0, output: reviewed }, 0, reviewed],
    [{ code: 1, output: '1 vulnerabilities found\n' }, 1, '1 vulnerabilities found\n'],
    [{ code: 1, output: refused }, 2, unchecked],
  ])('%j exits with %i', (run, code, text) => {
    expect(verdict(run, [])).toEqual({ code, text });
  });

  it.each(['# Until 2026-12-31: we never call that function.', '# Until 2027-12-31: no.', '- other'])(
    'reports a waiver with the line "%s"',
    (reason) => {
      const bad = badWaivers(waived(reason), now);
      expect(bad).toEqual([`GHSA-aaaa-bbbb-cccc: ${reason}`]);
      const { code, text } = verdict({ code: 0, output: reviewed }, bad);
      expect(code).toBe(1);
      expect(text).toContain(`This waiver has no reason, or its date has passed: GHSA-aaaa-bbbb-cccc: ${reason}`);
    },
  );

  it('accepts a waiver with a reason until its day', () => {
    expect(badWaivers(waived('# Until 2027-01-01: we never call that function.'), now)).toEqual([]);
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
