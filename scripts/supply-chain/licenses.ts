import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inCheckout } from '../checkout.ts';
import { closure, type Lockfile, optionalLibraries, readLockfile, runtimeLibraries } from './lockfile.ts';

type Library = { readonly key: string; readonly license: string; readonly text: string };

/** The folders of all installed libraries, by `name@version`. */
const installedLibraries = (): ReadonlyMap<string, { readonly folder: string; readonly license: string }> =>
  new Map(
    globSync('node_modules/.pnpm/*/node_modules/{*,@*/*}/package.json', { cwd: inCheckout('.') }).map((path) => {
      const { name, version, license } = JSON.parse(readFileSync(inCheckout(path), 'utf8'));
      return [`${name}@${version}`, { folder: inCheckout(dirname(path)), license: String(license) }];
    }),
  );

/** The license and the notice of a library, as its package contains them; empty if it contains none. */
const textsIn = (folder: string): string =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').replaceAll('\r', '').trim())
    .join('\n\n');

/** The libraries whose code a package contains, without those that npm installs beside it. */
function bundledLibraries(lockfile: Lockfile, folder: string): readonly Library[] {
  const { optionalDependencies = {} } = lockfile.importers[folder] ?? {};
  const names = runtimeLibraries(lockfile, folder).filter((name) => !(name in optionalDependencies));
  const [installed, optional] = [installedLibraries(), optionalLibraries(lockfile)];
  return [...closure(lockfile, folder, names)].toSorted().flatMap((key) => {
    const found = installed.get(key);
    if (found !== undefined) return [{ key, license: found.license, text: textsIn(found.folder) }];
    // A library for another platform cannot be in the bundle.
    if (optional.has(key)) return [];
    throw new Error(`${key} is not installed, so its license is unknown.`);
  });
}

/** The licenses of all libraries that a package bundles. Libraries with the same text share one copy. */
export function licensesOf(folder: string): string {
  const libraries = bundledLibraries(readLockfile(), folder);
  const sections = Object.entries(Object.groupBy(libraries, ({ text }) => text)).map(([text, all = []]) =>
    [
      ...all.map(({ key, license }) => `${key} (${license})`),
      '',
      text === '' ? 'The package contains no text of its license.' : text,
    ].join('\n'),
  );
  const head = 'This package contains code of the following libraries, under their own licenses.';
  return `${[head, ...sections].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** Writes them beside the build. */
export const writeLicenses = (folder: string): void =>
  writeFileSync(inCheckout(`${folder}/dist/THIRD-PARTY-LICENSES.txt`), licensesOf(folder));
