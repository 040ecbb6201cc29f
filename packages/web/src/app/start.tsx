import {
  createClient,
  featureFlags,
  loadConfiguration,
  type RuntimeConfiguration,
  type TokenProvider,
} from '@trimtab/core';
import type { ReactNode } from 'react';
import { allTargetsQuery } from '../api/all-targets.ts';
import { keepaliveFetch } from '../api/keepalive-fetch.ts';
import { loadModule, thisPage } from '../browser/chunk-reload.ts';
import { startDemo } from '../browser/demo.ts';
import { logFailure } from '../browser/log.ts';
import { App } from './App.tsx';
import { DemoFailedPage } from './DemoFailedPage.tsx';
import { notFoundAlone } from './ErrorPage.tsx';
import { createQueryClient } from './query-client.ts';
import { refetchOnReturn } from './refetch-on-return.ts';
import { unregisterDemoWorker } from './unregister-demo-worker.ts';

/** A configuration that does not come within this time counts as failed (H3). */
const configurationDeadlineMs = 10_000;
const defaultDataSet = 'storefront';

/** What the start touches of the outside; a test brings its own. */
export type StartDeps = {
  fetch: typeof fetch;
  /** Starts the demo; rejects when the browser does not allow a worker. */
  startDemo: typeof startDemo;
  /** Lets go of an earlier demo's worker; answers whether the page must be loaded again. */
  unregisterDemoWorker: () => Promise<boolean>;
  reload: () => void;
  pathname: string;
};

/** The start's outside in a real page. */
export const browserDeps: StartDeps = {
  fetch: (...parameters) => fetch(...parameters),
  startDemo,
  unregisterDemoWorker: () => unregisterDemoWorker(navigator.serviceWorker, location.origin, () => sessionStorage),
  reload: () => location.reload(),
  pathname: location.pathname,
};

/**
 * What the page shows: nothing until the configuration has come or failed, then the demo's worker where it is asked for,
 * then the console or, with the console flag, the success page alone. Null: the page is about to be loaded again.
 */
export async function start(deps: StartDeps): Promise<ReactNode> {
  const configuration = await loadConfiguration({
    fetch: deps.fetch,
    url: '/config.json',
    deadlineMs: configurationDeadlineMs,
    logger: { warn: (message, fields) => logFailure(message, fields) },
  });
  const flags = featureFlags(configuration);
  if (flags.demoMode) {
    try {
      await deps.startDemo(configuration, flags.demoDataName ?? defaultDataSet);
    } catch (error) {
      logFailure('Demo data could not start.', error);
      return <DemoFailedPage reason={error instanceof Error ? error.message : String(error)} />;
    }
  } else if (await deps.unregisterDemoWorker()) {
    deps.reload();
    return null;
  }
  if (flags.console) return deps.pathname === '/' ? successPage() : notFoundAlone;
  return consoleApp(configuration, deps);
}

async function successPage(): Promise<ReactNode> {
  const { SuccessPage } = await import('../features/success/SuccessPage.tsx');
  return <SuccessPage />;
}

async function consoleApp(configuration: RuntimeConfiguration, deps: StartDeps): Promise<ReactNode> {
  const { oauth_domain, oauth_client_id } = configuration.console;
  // The simulated cluster knows nobody. Without a domain or a client id nothing of the sign-in is even loaded (H4).
  if (oauth_domain === '' || oauth_client_id === '' || featureFlags(configuration).demoMode)
    return drawApp(configuration, deps);
  const { signedApp } = await loadModule('sign-in', () => import('./sign-in/signed-app.tsx'), thisPage);
  return signedApp(configuration, (signIn) => drawApp(configuration, deps, signIn));
}

type SignInHooks = { token?: TokenProvider; onRefused?: () => void };

function drawApp(configuration: RuntimeConfiguration, deps: StartDeps, { token, onRefused }: SignInHooks = {}) {
  const client = createClient({
    baseUrl: configuration.api_base_url,
    fetch: keepaliveFetch(deps.fetch),
    token,
    logger: { warn: (message, fields) => logFailure(message, fields) },
  });
  const queryClient = createQueryClient(onRefused === undefined ? {} : { onRefused });
  // Every page of the console needs the list: it is asked for while the first of them is still being drawn. Where somebody
  // must sign in, the first call waits until that has happened.
  if (token === undefined) void queryClient.prefetchQuery(allTargetsQuery(client));
  refetchOnReturn(queryClient, token === undefined ? {} : { ready: () => token({ forceRefresh: false }) });
  return <App configuration={configuration} client={client} queryClient={queryClient} />;
}
