import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const importPattern = /(?:^|\n)(?:import|export)\s[^;]*?from\s+'([^']+)'/g;

/** Every file and package that a module loads, with the file that imports it. Type imports load nothing. */
function reachable(entry: URL): ReadonlyMap<string, string> {
  const found = new Map<string, string>([[entry.href, 'the page']]);
  const open = [entry];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const source = readFileSync(at, 'utf8').replaceAll(/(?:import|export) type [^;]*;/g, '');
    for (const [, specifier = ''] of source.matchAll(importPattern)) {
      const next = specifier.startsWith('.') ? new URL(specifier, at) : null;
      const key = next?.href ?? specifier;
      if (found.has(key)) continue;
      found.set(key, at.pathname.slice(at.pathname.indexOf('/src/')));
      if (next !== null) open.push(next);
    }
  }
  return found;
}

test('importing core loads only zod/mini, and neither the OpenAPI generator nor test tools', () => {
  const loaded = [...reachable(new URL('../../index.ts', import.meta.url)).keys()];
  const files = loaded.filter((key) => key.startsWith('file:')).map((key) => key.slice(key.lastIndexOf('/src/')));
  expect(files).toContain('/src/api/operations/targets.ts');
  expect(files.filter((file) => /openapi|\/testing\/|\.test\./.test(file))).toEqual([]);
  expect(loaded.filter((key) => !key.startsWith('file:'))).toEqual(['zod/mini']);
});
