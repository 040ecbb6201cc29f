import tailwindcss from '@tailwindcss/vite';
import { extensionCalls } from '@trimtab/core';
import react from '@vitejs/plugin-react';
import { msw } from 'msw/vite';
import { type Connect, defineConfig, type Plugin } from 'vite';

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
  onboarding: 'OnboardingPage',
  ast: 'TargetPage',
  'cost-analysis': 'CostAnalysisPage',
};

/** Writes the scripts of each page into index.html, so that public/first-calls.js can load them with the first script. */
function namePages(): Plugin {
  return {
    name: 'trimtab:name-pages',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const scripts = Object.entries(pages).map(([path, name]) => {
          const page = chunks.find((chunk) => chunk.isDynamicEntry && chunk.name === name);
          const files = page === undefined ? [] : [page.fileName, ...page.imports];
          return [path, files.map((file) => `/${file}`).filter((file) => !html.includes(file))] as const;
        });
        const attribute = JSON.stringify(Object.fromEntries(scripts)).replaceAll("'", '&apos;');
        return html.replace('src="/first-calls.js"', (source) => `${source} data-pages='${attribute}'`);
      },
    },
  };
}

const loopback = {
  host: '127.0.0.1',
  ...(apiOrigin === undefined ? {} : { proxy: { '/v1': apiOrigin, '/healthz': apiOrigin } }),
};

export default defineConfig({
  // Every build contains the demo's worker script. The console fetches it only in demo mode.
  plugins: [react(), tailwindcss(), developmentConfiguration(), namePages(), msw({ mode: 'worker-only' })],
  server: loopback,
  preview: loopback,
  build: {
    // The content security policy forbids data: URLs for scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One chunk for the code that all pages need and one per page. Many small chunks would wait for the six connections.
    rolldownOptions: {
      input: ['index.html', 'quickstart.html'],
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              // Includes the bundler's runtime, to save two requests of a few hundred bytes.
              test: /node_modules\/(?:\.pnpm\/)?(?:react|react-dom|react-router|react-router-dom|scheduler|@tanstack[+/](?:react-query|query-core))[@+/]|^\0(?:rolldown|vite)\//,
              priority: 2,
            },
            {
              name: 'shared',
              // Code that several screens share. Charts and dialogs stay in the chunks of the screens that show them.
              test: /packages\/(?:core\/src\/(?!patch|quantity|domain\/verdict|format\/(?:change|verdict|target-change))|web\/src\/(?!charts|features|table\/cells|ui\/(?:Dialog|Slider|Select)\b))|node_modules\/.*zod/,
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
