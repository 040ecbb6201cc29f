import type { RuntimeConfiguration } from '@trimtab/core';
import { loadModule, thisPage } from './chunk-reload.ts';
import { isWorkerScript } from './worker-script.ts';

type ScriptUrlPolicy = { createScriptURL: (url: string) => { toString(): string } };
type PolicyFactory = {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => ScriptUrlPolicy;
};
declare global {
  interface Window {
    trustedTypes?: PolicyFactory;
  }
}

/**
 * Registering a service worker is a Trusted Types sink, and the mocking library registers by plain text. Our one policy
 * (`trusted-types app`) admits the worker's address and nothing else.
 */
function admitWorkerScript(): void {
  const policy = window.trustedTypes?.createPolicy('app', {
    createScriptURL: (url) => {
      if (!isWorkerScript(url, location.origin)) throw new TypeError(`Not a script of this app: ${url}`);
      return url;
    },
  });
  if (policy === undefined) return;
  const container = navigator.serviceWorker;
  const register = container.register.bind(container);
  // The DOM types know text and URL only, while browsers that enforce the policy take its object here.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  container.register = (url, options) => register(policy.createScriptURL(String(url)) as unknown as string, options);
}

/**
 * Starts the demo: the API server itself, mounted in this page behind a service worker. The import below is the only road
 * from the console to the simulated cluster, and nothing behind it is downloaded unless demo mode is on.
 */
export async function startDemo(configuration: RuntimeConfiguration, dataSet: string): Promise<void> {
  if (!('serviceWorker' in navigator)) throw new Error('This browser offers no service workers here.');
  const demo = loadModule('demo', () => import('@trimtab/fixtures/browser'), thisPage);
  admitWorkerScript();
  await (await demo).startDemo({ dataSet, apiBaseUrl: configuration.api_base_url, version: configuration.version });
}
