import { extensionCalls, type RuntimeConfiguration } from '@trimtab/core';
import { enhancedPage, listPage } from '../../http/query.ts';
import type { App } from '../../ports/index.ts';
import type { SignIn } from '../options/access-options.ts';
import { createCompression } from './compressed.ts';
import { staticFiles } from './static-files.ts';

/** Serves everything of one origin: the API, /config.json, /metrics and the files of the console. */
export function createSite({
  api,
  metrics,
  webRoot,
  version,
  extra,
  signIn = null,
}: {
  readonly api: App;
  /** Answers /metrics. */
  readonly metrics?: App;
  readonly webRoot: string;
  readonly version: string;
  readonly extra: RuntimeConfiguration['extra'];
  readonly signIn?: SignIn | null;
}): App {
  const files = staticFiles(webRoot);
  const compress = createCompression();
  const configuration: RuntimeConfiguration = {
    version,
    api_base_url: '',
    extra: {
      ...extra,
      extensions: extensionCalls,
      list_page_size: listPage.maximum,
      detailed_page_size: enhancedPage.maximum,
    },
    console: consoleSignIn(signIn),
  };
  return async (request, address) => {
    const { pathname } = new URL(request.url);
    if (isApiPath(pathname)) return compress(request, await api(request, address));
    if (pathname === '/metrics' && metrics !== undefined) return metrics(request, address);
    if (pathname === '/config.json' && (request.method === 'GET' || request.method === 'HEAD')) {
      return Response.json(configuration, { headers: { 'cache-control': 'no-store' } });
    }
    return files(request);
  };
}

const isApiPath = (path: string): boolean =>
  path === '/healthz' || path === '/readyz' || path === '/v1' || path.startsWith('/v1/');

/** The console offers no sign-in if either value is empty, so both are empty then. The audience is not a secret. */
function consoleSignIn(signIn: SignIn | null): RuntimeConfiguration['console'] {
  if (signIn === null || signIn.clientId === '' || signIn.domain === '') {
    return { oauth_domain: '', oauth_client_id: '' };
  }
  return { oauth_domain: signIn.domain, oauth_client_id: signIn.clientId, oauth_audience: signIn.audience };
}
