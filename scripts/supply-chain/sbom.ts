import { readFileSync, writeFileSync } from 'node:fs';
import { inCheckout } from '../checkout.ts';
import { closure, readLockfile, runtimeLibraries } from './lockfile.ts';
import { runPnpm } from './pnpm.ts';

type Component = { readonly group?: string; readonly name: string; readonly version: string };
type Sbom = { readonly components: readonly Component[] };

/** Writes the libraries that a built package contains or needs, in the format of CycloneDX, beside its build. */
export async function writeSbom(folder: string): Promise<void> {
  const lockfile = readLockfile();
  const kept = closure(lockfile, folder, runtimeLibraries(lockfile, folder));
  const file = inCheckout(`${folder}/dist/sbom.cdx.json`);
  const { name } = JSON.parse(readFileSync(inCheckout(`${folder}/package.json`), 'utf8'));
  const made = await runPnpm([
    '--filter',
    name,
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--sbom-type',
    'application',
    '--out',
    file,
  ]);
  if (made.code !== 0) throw new Error(`${made.output}\nThe SBOM of ${folder} could not be made.`);
  const sbom: Sbom = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, `${JSON.stringify(withOnly(sbom, kept), null, 2)}\n`);
}

/** Without the libraries that only tests and builds use. */
export function withOnly(sbom: Sbom, kept: ReadonlySet<string>): Sbom {
  const isKept = (name: string) => kept.has(name);
  const components = sbom.components.filter(({ group, name, version }) =>
    isKept(`${group === undefined ? '' : `${group}/`}${name}@${version}`),
  );
  return { ...sbom, components };
}
