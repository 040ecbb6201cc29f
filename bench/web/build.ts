import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'vite';

const root = join(import.meta.dirname, '../..');
const configFile = join(root, 'packages/web/vite.config.ts');
const consoleEntry = join(root, 'packages/web/src/app/main.tsx');
const bareFolder = join(import.meta.dirname, 'bare');

/** A built page: the folder of its files, and the modules in each of its scripts. */
export type BuiltPage = { folder: string; modules: ReadonlyMap<string, readonly string[]> };

function noteModules(modules: Map<string, readonly string[]>): Plugin {
  return {
    name: 'bench:modules',
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type === 'chunk') modules.set(output.fileName, Object.keys(output.modules));
      }
    },
  };
}

/** The bare page has no package.json: it resolves the same library versions as the console. */
const consoleLibraries: Plugin = {
  name: 'bench:console-libraries',
  enforce: 'pre',
  config({ build: built }) {
    // Replaces the list of pages in the console's configuration.
    if (built?.rolldownOptions) built.rolldownOptions.input = join(bareFolder, 'index.html');
  },
  resolveId(source, importer) {
    if (!importer?.startsWith(bareFolder) || /^[./]/.test(source)) return null;
    return this.resolve(source, consoleEntry, { skipSelf: true });
  },
};

async function buildPage(name: string, page: string, plugins: readonly Plugin[]): Promise<BuiltPage> {
  const modules = new Map<string, readonly string[]>();
  const folder = join(root, '.cache/bench-web', name);
  mkdirSync(folder, { recursive: true });
  await build({
    configFile,
    root: page,
    logLevel: 'error',
    plugins: [...plugins, noteModules(modules)],
    build: { outDir: folder, emptyOutDir: true, reportCompressedSize: false, chunkSizeWarningLimit: 4_096 },
  });
  return { folder, modules };
}

/** Builds the console with its own configuration. */
export const buildConsole = (): Promise<BuiltPage> => buildPage('console', join(root, 'packages/web'), []);

/** Builds the bare page with the console's configuration. */
export const buildBare = (): Promise<BuiltPage> => buildPage('bare', bareFolder, [consoleLibraries]);

/** Size in bytes of a file after gzip at the highest level. */
export const gzipBytes = (page: BuiltPage, file: string): number =>
  gzipSync(readFileSync(join(page.folder, file)), { level: 9 }).byteLength;
