import type { RuntimeConfiguration } from '@trimtab/core';
import { loadModule, thisPage } from './chunk-reload.ts';
import { trustedScript } from './script-policy.ts';
import { isWorkerScript } from './worker-script.ts';

/** The mocking library registers its service worker with a plain string, which the Trusted Types policy rejects. */
function trustWorkerScript(): void {
  const container = navigator.serviceWorker;
  const register = container.register.bind(container);
  container.register = (url, options) => {
    if (!isWorkerScript(String(url), location.origin))
      throw new TypeError(`Not a script of this application: ${String(url)}`);
    return register(trustedScript(String(url)), options);
  };
}

/**
 * Starts the demo: the real API server with a simulated cluster, in a worker behind a service worker. The dynamic import
 * is the console's only import of the simulated cluster, so that it is downloaded in demo mode only. Returns the names of the
 * clusters if there are several.
 */
export async function startDemo(configuration: RuntimeConfiguration, dataSet: string): Promise<readonly string[]> {
  if (!('serviceWorker' in navigator))
    throw new Error('This browser does not support service workers at this address.');
  const demo = loadModule('demo', () => import('@trimtab/fixtures/browser'), thisPage);
  trustWorkerScript();
  const { api_base_url: apiBaseUrl, version } = configuration;
  return (await demo).startDemo({ dataSet, apiBaseUrl, version, trustedScript });
}
