import { Auth0Provider, type Auth0ProviderWithConfigOptions, useAuth0 } from '@auth0/auth0-react';
// Only the URL of the worker file. The React library above contains a copy of this library.
import workerUrl from '@auth0/auth0-spa-js/dist/auth0-spa-js.worker.production.js?url';
import type { RuntimeConfiguration, TokenProvider } from '@trimtab/core';
import { type ReactNode, useState } from 'react';
import { trustedScript } from '../../browser/script-policy.ts';
import { type Callback, readCallback } from './callback.ts';
import { attemptedState, isSignedOut } from './redirect-limit.ts';
import { safeReturnPath } from './return-path.ts';
import { SignInGate } from './SignInGate.tsx';
import { SignInPage } from './SignInPage.tsx';
import { createSession } from './session.ts';
import { type SignInStorage, signInStorage } from './sign-in-storage.ts';

const reachTimeoutMs = 10_000;

export type RenderApp = (signIn: { token: TokenProvider; onRefused: () => void }) => ReactNode;

/** The console behind the configured sign-in. Shows an error page if the browser or the configuration does not allow it. */
export function signedApp({ console: settings }: RuntimeConfiguration, renderApp: RenderApp): ReactNode {
  const providerOrigin = originOf(settings.oauth_domain);
  if (providerOrigin === null)
    return (
      <SignInPage
        title="Sign-in is not set up"
        text="The sign-in domain in /config.json is not a valid address. An administrator can correct it there, in oauth_domain:"
        detail={settings.oauth_domain}
      />
    );
  const storage = signInStorage();
  if (storage.kind === 'none')
    return (
      <SignInPage
        title="This browser cannot sign in"
        text="Signing in needs cookies or site data, and this browser blocks both here. Allow them for this address, then load it again."
        action={{ text: 'Load again', onAction: () => location.reload() }}
      />
    );
  if (!isSecureContext)
    return (
      <SignInPage
        title="This browser cannot sign in"
        text="Signing in needs an address that begins with https, or localhost. Open the console there."
      />
    );
  const callback = readCallback(location, attemptedState(storage.storage));
  return (
    <Auth0Provider
      {...auth0Options(settings, storage)}
      skipRedirectCallback={callback.kind === 'none'}
      onRedirectCallback={(state) => history.replaceState(null, '', safeReturnPath(state?.returnTo, location.origin))}
    >
      <SignedIn providerOrigin={providerOrigin} storage={storage} callback={callback} renderApp={renderApp} />
    </Auth0Provider>
  );
}

type SignedInProps = { providerOrigin: string; storage: SignInStorage; callback: Callback; renderApp: RenderApp };

/** Creates the session once from the functions of the Auth0 provider, which never change. */
function SignedIn({ providerOrigin, storage, callback, renderApp }: SignedInProps) {
  const { getAccessTokenSilently, loginWithRedirect, logout } = useAuth0();
  const [session] = useState(() =>
    createSession({
      auth0: { getAccessTokenSilently, loginWithRedirect, logout },
      providerOrigin,
      signInStorage: storage,
      channel: new BroadcastChannel('trimtab.sign-in'),
      claimRedirect,
      now: () => Date.now(),
      location,
      isReachable: () => isReachable(providerOrigin),
    }),
  );
  const [app] = useState(() => renderApp(session));
  return (
    <SignInGate session={session} callback={callback} wasSignedOut={isSignedOut(storage.storage)}>
      {app}
    </SignInGate>
  );
}

/**
 * Resolves to true in the first tab that calls it. That tab holds the lock until it navigates away, or for ten seconds.
 * Without the Web Locks API every tab gets true.
 */
async function claimRedirect(): Promise<boolean> {
  if (!('locks' in navigator)) return true;
  return new Promise((resolve) => {
    const hold = async (lock: Lock | null): Promise<void> => {
      resolve(lock !== null);
      if (lock !== null) await new Promise((later) => setTimeout(later, reachTimeoutMs));
    };
    navigator.locks.request('trimtab.sign-in', { ifAvailable: true }, hold).catch(() => resolve(true));
  });
}

/** The origin of the configured domain, which is a host or, in tests, an origin with its scheme; null if it is invalid. */
function originOf(domain: string): string | null {
  const url = /^https?:\/\//.test(domain) ? domain : `https://${domain}`;
  return URL.canParse(url) ? new URL(url).origin : null;
}

/** Tokens are kept in memory, the refresh token only in the library's worker. The provider's iframe is not used. */
function auth0Options(
  settings: RuntimeConfiguration['console'],
  storage: SignInStorage,
): Auth0ProviderWithConfigOptions {
  return {
    domain: settings.oauth_domain,
    clientId: settings.oauth_client_id,
    authorizationParams: {
      redirect_uri: location.origin,
      ...(settings.oauth_audience === undefined ? {} : { audience: settings.oauth_audience }),
    },
    cacheLocation: 'memory',
    useRefreshTokens: true,
    workerUrl: trustedScript(workerUrl),
    useCookiesForTransactions: storage.kind === 'cookies',
    // The default reads storage that may be blocked. The console has no anonymous sessions.
    anonymousSessionsCacheMode: 'memory',
  };
}

/** Any answer is enough. A `no-cors` request does not need CORS headers from the provider. */
async function isReachable(providerOrigin: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(reachTimeoutMs);
    await fetch(`${providerOrigin}/.well-known/openid-configuration`, { mode: 'no-cors', cache: 'no-store', signal });
    return true;
  } catch {
    return false;
  }
}
