import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { extensionCalls } from '@trimtab/core';
import react from '@vitejs/plugin-react';
import { msw } from 'msw/vite';
import { type Connect, defineConfig, minifySync, type Plugin } from 'vite';
import { firstStyle } from './first-style.ts';

const apiOrigin = process.env.TRIMTAB_API;

const answerConfiguration: Connect.NextHandleFunction = (request, response, next) => {
  if (request.url?.split('?')[0] !== '/config.json') return next();
  const extra = {
    demo_mode: apiOrigin === undefined,
    extensions: extensionCalls,
    ...JSON.parse(process.env.TRIMTAB_WEB_EXTRA ?? '{}'),
  };
  response.setHeader('content-type', 'application/json');
  response.setHeader('cache-control', 'no-store');
  response.end(JSON.stringify({ version: process.env.npm_package_version ?? '', api_base_url: '', extra }));
};

/**
 * Answers /config.json in the development and preview servers, which run without our API server. With TRIMTAB_API they proxy
 * that API, otherwise they show the demo. TRIMTAB_WEB_EXTRA is a JSON object of extra settings.
 */
function developmentConfiguration(): Plugin {
  return {
    name: 'trimtab:development-configuration',
    configureServer: ({ middlewares }) => void middlewares.use(answerConfiguration),
    configurePreviewServer: ({ middlewares }) => void middlewares.use(answerConfiguration),
  };
}

/** The pages by the first part of their path. */
const pages: Readonly<Record<string, string>> = {
  '': 'HomePage',
  targets: 'TargetsPage',
  activity: 'ActivityPage',
  onboarding: 'OnboardingPage',
  ast: 'TargetPage',
  'cost-analysis': 'CostAnalysisPage',
};

/** Moves the libraries above the console's own script, and adds the script that sets up React. */
const withSetUp = (html: string, file: string): string =>
  html.replace(
    /(\n *<script type="module".*)((?:\n *<link rel="modulepreload".*\/(?:rolldown-runtime|vendor)-.*)+)/,
    (_, script: string, libraries: string) =>
      `${libraries}\n    <script type="module" async crossorigin src="/${file}"></script>${script}`,
  );

/**
 * Writes the scripts of each page into index.html, so that public/first-calls.js can load them with the first script. Moves
 * the style sheet above the scripts, because the first paint waits for it, and adds the font, so that no text is drawn twice.
 * A browser opens six connections, and each file takes a round trip: so the two small scripts become one, and the libraries
 * come before the console's own code. The script that sets up React runs as soon as they have arrived.
 *
 * The small script has a hash in its name, so that a further visit takes it from the browser's cache. The console's code would
 * have to wait for it otherwise.
 */
function nameFiles(): Plugin {
  const [theme, firstCalls] = ['theme.js', 'first-calls.js'].map((name) =>
    readFileSync(join(import.meta.dirname, 'public', name), 'utf8'),
  );
  const firstScript = minifySync('first-calls.js', `${theme}\n${firstCalls}`, { module: false }).code;
  const firstScriptFile = `assets/first-calls-${createHash('sha256').update(firstScript).digest('hex').slice(0, 8)}.js`;
  return {
    name: 'trimtab:name-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = Object.values(bundle);
        const scripts = Object.entries(pages).map(([path, name]) => {
          const chunks = files.filter((file) => file.type === 'chunk');
          const page = chunks.find((chunk) => chunk.isDynamicEntry && chunk.name === name);
          const needed = page === undefined ? [] : [page.fileName, ...page.imports];
          return [path, needed.map((file) => `/${file}`).filter((file) => !html.includes(file))] as const;
        });
        const attribute = JSON.stringify(Object.fromEntries(scripts)).replaceAll("'", '&apos;');
        const style = /\n *<link rel="stylesheet" crossorigin [^>]*>/.exec(html)?.[0] ?? '';
        const font = files.find(({ fileName }) => fileName.endsWith('.woff2'))?.fileName;
        const fontLink = `<link rel="preload" href="/${font}" as="font" crossorigin fetchpriority="low" />`;
        const setUp = files.find((file) => file.type === 'chunk' && file.isEntry && file.name === 'set-up-react');
        // The bare page of bench/web is built with the same configuration, and has no such script.
        const ordered = setUp === undefined ? html : withSetUp(html, setUp.fileName);
        return ordered
          .replace(/\n *<!-- Applies the theme[^\n]*\n *<script src="\/theme.js"><\/script>/, '')
          .replace('src="/first-calls.js"', () => `src="/${firstScriptFile}" data-pages='${attribute}'`)
          .replace(style, '')
          .replace('</title>', (end) => `${end}${style}`)
          .replace('\n  </head>', (end) => `${font === undefined ? '' : `\n    ${fontLink}`}${end}`);
      },
    },
    writeBundle({ dir = '' }) {
      writeFileSync(join(dir, firstScriptFile), firstScript);
      rmSync(join(dir, 'first-calls.js'), { force: true });
    },
  };
}

/**
 * The pages only parse responses, so a build replaces zod by a small reader. The worker of the demo needs zod itself: a build
 * applies no plugins to the worker, but the development server would, so it does not use this one.
 */
const readWithoutZod: Plugin = {
  name: 'trimtab:read-without-zod',
  apply: 'build',
  enforce: 'pre',
  resolveId(source, importer) {
    return source === 'zod/mini' ? this.resolve('@trimtab/core/zod-reader', importer, { skipSelf: true }) : null;
  },
};

const vendorCode =
  /node_modules\/(?:\.pnpm\/)?(?:react|react-dom|react-router|react-router-dom|scheduler|@tanstack[+/](?:react-query|query-core))[@+/](?!.*\/(?:queriesObserver|mutationObserver|useQueries|useMutation)\.)|^\0(?:rolldown|vite)\//;
const sharedCode =
  /packages\/(?:core\/src\/(?!patch|quantity|domain\/verdict|format\/(?:change|verdict|target-change))|web\/src\/(?!charts|features|table\/cells\/(?:item-cell|Verdict)|ui\/(?:Dialog|Slider|Select)\b))/;
const laterCode =
  /core\/src\/(?:api\/(?:client\/export-url|operations\/(?!first|operation|extension-calls)|schemas\/(?!targets|views|measure))|domain\/(?:managed|container-resources|injected|label-selector|utilization|trade-off|scale-target-ref|history)|format\/(?:age|csv|minutes-per-day|replicas)|cost\/(?:explain\.|gaps))|web\/src\/(?:table\/(?:use-paged-rows|PagedList|Breadcrumbs)|browser\/(?:save-file|use-addressed-state|stored-selection|use-tab-focus)|ui\/(?:Checkbox|Field)|api\/record-export)|query\/build\/modern\/use(?:Queries|Mutation)\.|core\/build\/modern\/(?:queries|mutation)Observer\./;

const loopback = {
  host: '127.0.0.1',
  ...(apiOrigin === undefined ? {} : { proxy: { '/v1': apiOrigin, '/healthz': apiOrigin } }),
};

export default defineConfig({
  // Every build contains the demo's worker script. The console fetches it only in demo mode.
  plugins: [
    react(),
    tailwindcss(),
    developmentConfiguration(),
    nameFiles(),
    firstStyle(),
    readWithoutZod,
    msw({ mode: 'worker-only' }),
  ],
  server: loopback,
  preview: loopback,
  // Prepares the libraries of the demo's worker when the development server starts. Otherwise it would find them one after the
  // other while the worker loads, and reload the worker for each.
  optimizeDeps: { entries: ['index.html', '../../fixtures/src/demo/worker.ts'] },
  build: {
    // The content security policy forbids data: URLs for scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One chunk for the code that all pages need and one per page. Many small chunks would wait for the six connections.
    rolldownOptions: {
      input: ['index.html', 'quickstart.html', 'src/app/set-up-react.ts'],
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              // Includes the bundler's runtime, to save two requests of a few hundred bytes.
              test: (id) => vendorCode.test(id),
              priority: 3,
            },
            {
              name: 'shared',
              // Code that several screens share, if the home page is one of them.
              test: (id) => sharedCode.test(id) && !laterCode.test(id),
              minShareCount: 2,
              priority: 2,
            },
            {
              name: 'later',
              // Code that several screens share, but not the home page. Charts and dialogs stay in the chunks of their screens.
              test: laterCode,
              minShareCount: 2,
              priority: 1,
            },
          ],
        },
      },
    },
    // Browsers with light-dark(). An older target would rewrite it into a second set of properties.
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
  },
});
