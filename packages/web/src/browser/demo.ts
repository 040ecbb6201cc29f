import type { RuntimeConfiguration } from '@trimtab/core';
import { loadModule, thisPage } from './chunk-reload.ts';
import { trustedScript } from './script-policy.ts';
import { isWorkerScript } from './worker-script.ts';

/** Registering a service worker is a Trusted Types sink, and the mocking library registers by plain text. */
function admitWorkerScript(): void {
  const container = navigator.serviceWorker;
  const register = container.register.bind(container);
  container.register = (url, options) => {
    if (!isWorkerScript(String(url), location.origin)) throw new TypeError(`Not a script of this app: ${String(url)}`);
    return register(trustedScript(String(url)), options);
  };
}

/**
 * Starts the demo: the API server itself, in a thread of this page behind a service worker. The import below is the
 * only road from the console to the simulated cluster, and nothing behind it is downloaded unless demo mode is on.
 */
export async function startDemo(configuration: RuntimeConfiguration, dataSet: string): Promise<void> {
  if (!('serviceWorker' in navigator)) throw new Error('This browser offers no service workers here.');
  const demo = loadModule('demo', () => import('@trimtab/fixtures/browser'), thisPage);
  admitWorkerScript();
  const { api_base_url: apiBaseUrl, version } = configuration;
  await (await demo).startDemo({ dataSet, apiBaseUrl, version, trustedScript });
}
