import { globSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { inCheckout } from '../checkout.ts';

type Named = Readonly<Record<string, string>>;
type Importer = {
  readonly [kind in 'dependencies' | 'devDependencies' | 'optionalDependencies']?: Readonly<
    Record<string, { readonly version: string }>
  >;
};
export type Lockfile = {
  readonly importers: Readonly<Record<string, Importer>>;
  readonly packages: Readonly<Record<string, { readonly resolution: Readonly<Record<string, unknown>> }>>;
  readonly snapshots: Readonly<
    Record<
      string,
      {
        readonly dependencies?: Named;
        readonly optionalDependencies?: Named;
        /** Whether the install goes on without it, for example because it is for another platform. */
        readonly optional?: boolean;
      } | null
    >
  >;
};

export const readLockfile = (): Lockfile => parse(readFileSync(inCheckout('pnpm-lock.yaml'), 'utf8'));

/**
 * The libraries that a package needs at run time, by name. The CLI bundles the libraries that its program imports. The
 * package of the server bundles all libraries of the server and of the console.
 */
export function runtimeLibraries({ importers }: Lockfile, folder: string): readonly string[] {
  const { dependencies = {}, optionalDependencies = {}, devDependencies = {} } = importers[folder] ?? {};
  const declared = [...Object.keys(dependencies), ...Object.keys(optionalDependencies)];
  if (folder === 'packages/trimtab-server') return ['@trimtab/server', '@trimtab/web'];
  if (folder !== 'packages/cli') return declared;
  const sources = globSync(`${folder}/{src,build}/**/*.{ts,tsx}`, {
    cwd: inCheckout('.'),
    exclude: (path) => /\.test\.|testing/.test(path),
  });
  const imported = sources.flatMap((path) =>
    [
      ...readFileSync(inCheckout(path), 'utf8').matchAll(
        /^(?:import|export) (?!type)[^;]*?from '([^']+)'|import\('([^']+)'\)/gm,
      ),
    ].map(([, first, second]) => nameIn(first ?? second ?? '')),
  );
  return [...new Set([...declared, ...imported.filter((name) => name in devDependencies)])];
}

const nameIn = (specifier: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '';

/** All libraries that the named ones need, directly or indirectly, including the named ones, as `name@version`. */
export function closure(
  { importers, snapshots }: Lockfile,
  folder: string,
  names: readonly string[],
): ReadonlySet<string> {
  const found = new Set<string>();
  const follow = (name: string, version: string): void => {
    if (version.startsWith('link:')) {
      const target = Object.keys(importers).find((path) => version.endsWith(`/${path.split('/').at(-1)}`)) ?? '';
      for (const [next, { version: exact }] of Object.entries(importers[target]?.dependencies ?? {}))
        follow(next, exact);
      return;
    }
    const key = `${name}@${version}`;
    if (found.has(key)) return;
    found.add(key);
    const { dependencies = {}, optionalDependencies = {} } = snapshots[key] ?? {};
    for (const [next, exact] of Object.entries({ ...dependencies, ...optionalDependencies })) follow(next, exact);
  };
  const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = importers[folder] ?? {};
  const all = { ...devDependencies, ...optionalDependencies, ...dependencies };
  for (const name of names) follow(name, all[name]?.version ?? '');
  return new Set([...found].map(withoutPeers));
}

/** Removes the peer dependencies with which the version was resolved. */
const withoutPeers = (key: string): string => key.replace(/\(.*$/, '');

/** The libraries without which the install goes on, as `name@version`. */
export const optionalLibraries = ({ snapshots }: Lockfile): ReadonlySet<string> =>
  new Set(Object.entries(snapshots).flatMap(([key, own]) => (own?.optional === true ? [withoutPeers(key)] : [])));
