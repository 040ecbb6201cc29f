import { cp, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsup';
import { serverBundle } from '../../scripts/server-bundle.ts';

const dist = join(import.meta.dirname, 'dist');

const isOfConsole = (path: string): boolean => !['.build-stamp', 'sbom.cdx.json'].includes(basename(path));

/** Copies the console, and marks the scripts as modules, so that the folder also runs without the rest of the package. */
async function complete(): Promise<void> {
  const web = fileURLToPath(import.meta.resolve('@trimtab/web/package.json'));
  await cp(join(dirname(web), 'dist'), join(dist, 'web'), { recursive: true, filter: isOfConsole });
  await writeFile(join(dist, 'package.json'), '{ "type": "module" }\n');
}

export default defineConfig({
  ...serverBundle,
  entry: ['src/server.ts'],
  // Everything is bundled, so the package has no dependencies.
  noExternal: [/.*/],
  banner: {
    // V8 reads its options at the start. packages/server/README.md says what this one saves. The bundled CommonJS
    // libraries need `require` for Node's modules.
    js: [
      '#!/usr/bin/env -S node --max-semi-space-size=8',
      "import { createRequire as createRequireOfBundle } from 'node:module';",
      'const require = createRequireOfBundle(import.meta.url);',
    ].join('\n'),
  },
  define: { 'process.env.NODE_ENV': '"production"' },
  onSuccess: complete,
});
