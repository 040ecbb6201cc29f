import type { RuntimeConfiguration } from '@trimtab/core';
import type { App } from '../app.ts';
import { staticFiles } from './static-files.ts';

/** One origin: the API, the console's configuration document and the console itself. */
export function createSite({
  api,
  webRoot,
  version,
  extra,
}: {
  readonly api: App;
  readonly webRoot: string;
  readonly version: string;
  readonly extra: Readonly<Record<string, string | boolean>>;
}): App {
  const files = staticFiles(webRoot);
  const configuration: RuntimeConfiguration = {
    version,
    api_base_url: '',
    extra,
    console: { oauth_domain: '', oauth_client_id: '' },
  };
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/healthz' || pathname === '/v1' || pathname.startsWith('/v1/')) return api(request);
    if (pathname === '/config.json' && (request.method === 'GET' || request.method === 'HEAD')) {
      return Response.json(configuration, { headers: { 'cache-control': 'no-store' } });
    }
    return files(request);
  };
}
