import { onlineManager } from '@tanstack/react-query';
import {
  createPageClient,
  featureFlags,
  loadConfiguration,
  type Operation,
  type OperationId,
  type RuntimeConfiguration,
  type TokenProvider,
} from '@trimtab/core';
import type { ReactNode } from 'react';
import { allTargetsQuery } from '../api/all-targets.ts';
import { withFirstAnswers } from '../api/first-answers.ts';
import { type FirstView, loadFirstView } from '../api/first-view.ts';
import { keepaliveFetch } from '../api/keepalive-fetch.ts';
import { lastViewKey, lastViewStorage, restoreLastView } from '../api/last-view.ts';
import { withNotice } from '../api/server-notice.ts';
import { loadModule, thisPage } from '../browser/chunk-reload.ts';
import { startDemo } from '../browser/demo.ts';
import { styled } from '../browser/later-style.ts';
import { logFailure } from '../browser/log.ts';
import { removeStored } from '../browser/storage.ts';
import { idleAfter, whenIdle } from '../browser/when-idle.ts';
import { App } from './App.tsx';
import { errorAlone, notFound } from './ErrorPage.tsx';
import { createQueryClient } from './query-client.ts';
import { refetchOnReturn } from './refetch-on-return.ts';
import type { FirstDrawing } from './routes/AfterFirstView.tsx';
import { unregisterDemoWorker } from './unregister-demo-worker.ts';

/** If the configuration has not arrived after this time, its fetch counts as failed. */
const configurationDeadlineMs = 10_000;
const defaultDataSet = 'storefront';

const logger = { warn: (message: string, fields?: unknown) => logFailure(message, fields) };

/** The browser features that the start uses. Tests replace them. */
export type StartDeps = {
  fetch: typeof fetch;
  /** Rejects if the browser does not allow a service worker. */
  startDemo: typeof startDemo;
  /** Returns whether the page must be reloaded. */
  unregisterDemoWorker: () => Promise<boolean>;
  reload: () => void;
  pathname: string;
  search: string;
};

/** The dependencies in a real page. */
export const browserDeps: StartDeps = {
  fetch: withFirstAnswers((...parameters) => fetch(...parameters)),
  startDemo,
  unregisterDemoWorker: () => unregisterDemoWorker(navigator.serviceWorker, location.origin, () => sessionStorage),
  reload: () => location.reload(),
  pathname: location.pathname,
  search: location.search,
};

/**
 * Loads the configuration, starts the demo if demo mode is on, and returns what the page renders: the console or, with the
 * console flag, only the success page. Returns the error page if the code for it cannot be loaded, and null if the page is
 * about to reload.
 */
export function start(deps: StartDeps): Promise<ReactNode> {
  return firstPage(deps).catch((error: unknown) => {
    logFailure('The console could not start.', error);
    return errorAlone(error);
  });
}

async function firstPage(deps: StartDeps): Promise<ReactNode> {
  let configuration = await loadConfiguration({
    fetch: deps.fetch,
    url: '/config.json',
    deadlineMs: configurationDeadlineMs,
    logger,
  });
  const flags = featureFlags(configuration);
  if (flags.demoMode) {
    try {
      const clusters = await deps.startDemo(configuration, flags.demoDataName ?? defaultDataSet);
      configuration = { ...configuration, extra: { ...configuration.extra, clusters } };
    } catch (error) {
      logFailure('Demo data could not start.', error);
      const { DemoFailedPage } = await styled(import('./DemoFailedPage.tsx'));
      return <DemoFailedPage reason={error instanceof Error ? error.message : String(error)} />;
    }
  } else if (await deps.unregisterDemoWorker()) {
    deps.reload();
    return null;
  }
  if (flags.console) return deps.pathname === '/' ? successPage() : errorAlone(notFound);
  return renderConsole(configuration, deps);
}

async function successPage(): Promise<ReactNode> {
  const { SuccessPage } = await styled(import('../features/success/SuccessPage.tsx'));
  return <SuccessPage />;
}

async function renderConsole(configuration: RuntimeConfiguration, deps: StartDeps): Promise<ReactNode> {
  const { oauth_domain, oauth_client_id } = configuration.console;
  // The simulated cluster has no users. Without a domain and a client id the sign-in code is not loaded.
  if (oauth_domain === '' || oauth_client_id === '' || featureFlags(configuration).demoMode)
    return renderApp(configuration, deps);
  removeStored(lastViewStorage, lastViewKey);
  const { signedApp } = await loadModule('sign-in', () => styled(import('./sign-in/signed-app.tsx')), thisPage);
  return signedApp(configuration, (signIn) => renderApp(configuration, deps, signIn));
}

/** Whether a host is this machine. */
const isLoopback = (host: string): boolean => /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** The home page needs only the calls of costs, which are a small part of all. */
async function loadOperations(id: OperationId): Promise<readonly Operation[]> {
  if (id.startsWith('costs.')) {
    return (await loadModule('costs', () => import('@trimtab/core/operations/costs'), thisPage)).costOperations;
  }
  return (await loadModule('operations', () => import('@trimtab/core/operations'), thisPage)).operations;
}

/** Delays background work until the page is drawn with the answers of its first view. */
function drawnFirst({ ready, loaded }: FirstView): FirstDrawing {
  let resolveDrawn: (() => void) | undefined;
  const drawn = new Promise<void>((resolve) => {
    resolveDrawn = resolve;
  });
  idleAfter(Promise.all([drawn, loaded]));
  return { ready, onDrawn: () => resolveDrawn?.() };
}

type SignInHooks = { token?: TokenProvider; onRefused?: () => void };

function renderApp(configuration: RuntimeConfiguration, deps: StartDeps, { token, onRefused }: SignInHooks = {}) {
  const { extensions, listPageSize, detailedPageSize, demoMode } = featureFlags(configuration);
  const { origin, hostname } = new URL(configuration.api_base_url, location.href);
  // Calls that stay on this machine need no network, so the console is never offline.
  if (demoMode || isLoopback(hostname)) onlineManager.setEventListener(() => undefined);
  const options = {
    baseUrl: configuration.api_base_url,
    fetch: withNotice(keepaliveFetch(deps.fetch)),
    token,
    extensions,
    listPageSize,
    detailedPageSize,
    writeKeys: origin === location.origin,
    logger,
  };
  const client = createPageClient(options, loadOperations);
  const queryClient = createQueryClient(onRefused === undefined ? {} : { onRefused });
  const isFirstView = token === undefined && deps.pathname === '/' && deps.search === '';
  // A server with sign-in leaves nothing in the browser (docs/security.md#what-the-browser-stores).
  const owner = token === undefined && !demoMode ? { build: thisPage.buildId, api: configuration.api_base_url } : null;
  const isRestored = isFirstView && owner !== null && restoreLastView(queryClient, owner);
  // Every page needs the list of targets, so it is fetched while the first page is still rendering. If sign-in is configured,
  // the first call must wait for the token.
  if (token === undefined) void queryClient.prefetchQuery(allTargetsQuery(client));
  // The parameters of an address may ask for another view.
  const firstView = isFirstView && !isRestored ? drawnFirst(loadFirstView(client, queryClient)) : undefined;
  if (owner !== null)
    void whenIdle()
      .then(() => import('../api/store-last-view.ts'))
      .then(({ storeLastView }) => storeLastView(client, queryClient, owner))
      .catch((error: unknown) => logFailure('The view cannot be stored for the next visit.', error));
  refetchOnReturn(queryClient, token === undefined ? {} : { ready: () => token({ forceRefresh: false }) });
  return <App configuration={configuration} client={client} queryClient={queryClient} firstView={firstView} />;
}
