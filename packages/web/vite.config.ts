import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { msw } from 'msw/vite';
import { type Connect, defineConfig, type Plugin } from 'vite';

const apiOrigin = process.env.TRIMTAB_API;

const answerConfiguration: Connect.NextHandleFunction = (request, response, next) => {
  if (request.url?.split('?')[0] !== '/config.json') return next();
  const extra = { demo_mode: apiOrigin === undefined, ...JSON.parse(process.env.TRIMTAB_WEB_EXTRA ?? '{}') };
  response.setHeader('content-type', 'application/json');
  response.setHeader('cache-control', 'no-store');
  response.end(JSON.stringify({ version: process.env.npm_package_version ?? '', api_base_url: '', extra }));
};

/**
 * Development and preview have no server of ours beside them: they answer /config.json themselves. With TRIMTAB_API they
 * show that API through a proxy, without it the demo. TRIMTAB_WEB_EXTRA is a JSON object of extra settings.
 */
function developmentConfiguration(): Plugin {
  return {
    name: 'trimtab:development-configuration',
    configureServer: ({ middlewares }) => void middlewares.use(answerConfiguration),
    configurePreviewServer: ({ middlewares }) => void middlewares.use(answerConfiguration),
  };
}

const loopback = {
  host: '127.0.0.1',
  ...(apiOrigin === undefined ? {} : { proxy: { '/v1': apiOrigin, '/healthz': apiOrigin } }),
};

export default defineConfig({
  // The demo's worker script is emitted beside every build; nothing fetches it unless demo mode is on.
  plugins: [react(), tailwindcss(), developmentConfiguration(), msw({ mode: 'worker-only' })],
  server: loopback,
  preview: loopback,
  build: {
    // The content security policy admits no data: URL for scripts or fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // light-dark() as written; an older target would have it rewritten into a second set of properties.
    // One file for what every page needs and one for each page: two dozen scraps would queue for six connections.
    rolldownOptions: {
      input: ['index.html', 'quickstart.html'],
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              // With it what the bundler adds to every build: two requests of a few hundred bytes would wait in the same queue.
              test: /node_modules\/(?:\.pnpm\/)?(?:react|react-dom|react-router|react-router-dom|scheduler|@tanstack[+/](?:react-query|query-core))[@+/]|^\0(?:rolldown|vite)\//,
              priority: 2,
            },
            {
              name: 'shared',
              // What the parts of one screen share, charts and dialogs belong to those that show them.
              test: /packages\/(?:core\/src|web\/src\/(?!charts|features|ui\/Dialog))|node_modules\/.*zod/,
              minShareCount: 2,
              priority: 1,
            },
          ],
        },
      },
    },
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
  },
});
