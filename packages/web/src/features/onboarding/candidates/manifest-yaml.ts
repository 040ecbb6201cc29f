import { stringify } from 'yaml';

/** A candidate's manifest as YAML that reads back as the same JSON: `on`, `1e3` and `~` stay text. */
export function manifestYaml(manifest: Readonly<Record<string, unknown>>): string {
  // Long lines are not folded, aliases are not made: what is copied is what an operator expects to apply.
  return stringify(manifest, { lineWidth: 0, aliasDuplicateObjects: false, version: '1.1' });
}
