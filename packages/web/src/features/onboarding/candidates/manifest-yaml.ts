import { stringify } from 'yaml';

/** A candidate's manifest as YAML. Strings such as `on`, `1e3` and `~` are quoted, so that they parse as strings again. */
export function manifestYaml(manifest: Readonly<Record<string, unknown>>): string {
  // Without folded lines and aliases, so that the manifest looks like a handwritten one.
  return stringify(manifest, { lineWidth: 0, aliasDuplicateObjects: false, version: '1.1' });
}
