import type { RuntimeConfiguration } from '@trimtab/core';
import type { App } from '../../ports/index.ts';
import type { SignIn } from '../options/access-options.ts';
import { staticFiles } from './static-files.ts';

/** One origin: the API, the console's configuration document and the console itself. */
export function createSite({
  api,
  figures,
  webRoot,
  version,
  extra,
  signIn = null,
}: {
  readonly api: App;
  /** Answers /metrics; absent: there are none. */
  readonly figures?: (request: Request) => Promise<Response>;
  readonly webRoot: string;
  readonly version: string;
  readonly extra: Readonly<Record<string, string | boolean>>;
  readonly signIn?: SignIn | null;
}): App {
  const files = staticFiles(webRoot);
  const configuration: RuntimeConfiguration = {
    version,
    api_base_url: '',
    extra,
    console: consoleSignIn(signIn),
  };
  return async (request, address) => {
    const { pathname } = new URL(request.url);
    if (isCall(pathname)) return api(request, address);
    if (pathname === '/metrics' && figures !== undefined) return figures(request);
    if (pathname === '/config.json' && (request.method === 'GET' || request.method === 'HEAD')) {
      return Response.json(configuration, { headers: { 'cache-control': 'no-store' } });
    }
    return files(request);
  };
}

const isCall = (path: string): boolean =>
  path === '/healthz' || path === '/readyz' || path === '/v1' || path.startsWith('/v1/');

/** Both or neither: with one of them empty the console attempts no sign-in. The audience is no secret. */
function consoleSignIn(signIn: SignIn | null): RuntimeConfiguration['console'] {
  if (signIn === null || signIn.clientId === '' || signIn.domain === '') {
    return { oauth_domain: '', oauth_client_id: '' };
  }
  return { oauth_domain: signIn.domain, oauth_client_id: signIn.clientId, oauth_audience: signIn.audience };
}
