import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'vite';

const root = join(import.meta.dirname, '../..');
const configFile = join(root, 'packages/web/vite.config.ts');
const consoleEntry = join(root, 'packages/web/src/app/main.tsx');
const bareFolder = join(import.meta.dirname, 'bare');

/** A page as it is deployed: where its files are, and which modules each of its scripts holds. */
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

/** The bare page is no package of its own: it takes the very libraries that the console is built with. */
const consoleLibraries: Plugin = {
  name: 'bench:console-libraries',
  enforce: 'pre',
  config({ build: built }) {
    // The console's configuration names its pages; of the bare one there is only this.
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

/** The console, by its own configuration. */
export const buildConsole = (): Promise<BuiltPage> => buildPage('console', join(root, 'packages/web'), []);

/** The bare page, by the console's configuration. */
export const buildBare = (): Promise<BuiltPage> => buildPage('bare', bareFolder, [consoleLibraries]);

/** Bytes of a file of the page, compressed as well as gzip can. */
export const gzipBytes = (page: BuiltPage, file: string): number =>
  gzipSync(readFileSync(join(page.folder, file)), { level: 9 }).byteLength;
