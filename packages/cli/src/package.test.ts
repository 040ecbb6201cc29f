import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '..');

test('the package contains the license, because npm packs only its own folder', async () => {
  const own = await readFile(join(folder, 'LICENSE'), 'utf8');
  expect(own).toBe(await readFile(join(folder, '../../LICENSE'), 'utf8'));
});
