import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const here = import.meta.dirname;
const staticImport = /^(?:import|export) (?!type )[^;]*?from '([^']+)';/gm;

/** The static imports of a file and, recursively, of the files that it imports. */
function evaluated(file: string, seen = new Map<string, string[]>()): Map<string, string[]> {
  if (seen.has(file)) return seen;
  const names = Array.from(readFileSync(file, 'utf8').matchAll(staticImport), ([, name = '']) => name);
  seen.set(file, names);
  for (const name of names)
    if (name.startsWith('.') && name.endsWith('.ts')) evaluated(join(dirname(file), name), seen);
  return seen;
}

test('the command definitions do not import core, which would make --help half again as slow', () => {
  const files = [...evaluated(join(here, 'index.ts'))];
  expect(files.length).toBeGreaterThan(10);
  const withCore = files.filter(([, names]) => names.includes('@trimtab/core')).map(([file]) => relative(here, file));
  expect(withCore).toEqual([]);
});
