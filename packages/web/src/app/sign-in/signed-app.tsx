import { Auth0Provider, type Auth0ProviderWithConfigOptions, useAuth0 } from '@auth0/auth0-react';
// Only the address of the worker: the provider above brings a copy of the library itself.
import workerUrl from '@auth0/auth0-spa-js/dist/auth0-spa-js.worker.production.js?url';
import type { RuntimeConfiguration, TokenProvider } from '@trimtab/core';
import { type ReactNode, useState } from 'react';
import { trustedScript } from '../../browser/script-policy.ts';
import { type Callback, readCallback } from './callback.ts';
import { isSignedOut } from './redirect-limit.ts';
import { safeReturnPath } from './return-path.ts';
import { SignInGate } from './SignInGate.tsx';
import { SignInPage } from './SignInPage.tsx';
import { createSession } from './session.ts';
import { type SignInStorage, signInStorage } from './sign-in-storage.ts';

const reachWithinMs = 10_000;

/** Draws the console with what the sign-in gives it. */
export type DrawApp = (signIn: { token: TokenProvider; onRefused: () => void }) => ReactNode;

/** The console behind the sign-in of its configuration. */
export function signedApp({ console: settings }: RuntimeConfiguration, drawApp: DrawApp): ReactNode {
  const providerOrigin = originOf(settings.oauth_domain);
  if (providerOrigin === null)
    return (
      <SignInPage
        title="Sign-in is not set up"
        text="The address of the sign-in service is not one. Whoever runs this console finds it in its configuration, as oauth_domain:"
        detail={settings.oauth_domain}
      />
    );
  const memory = signInStorage();
  if (memory.kind === 'none')
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
  const callback = readCallback(location);
  return (
    <Auth0Provider
      {...auth0Options(settings, memory)}
      skipRedirectCallback={callback.kind === 'none'}
      onRedirectCallback={(state) => history.replaceState(null, '', safeReturnPath(state?.returnTo, location.origin))}
    >
      <SignedIn providerOrigin={providerOrigin} memory={memory} callback={callback} drawApp={drawApp} />
    </Auth0Provider>
  );
}

type SignedInProps = { providerOrigin: string; memory: SignInStorage; callback: Callback; drawApp: DrawApp };

/** The session is made of what the provider above lends, and once: the provider's functions never change. */
function SignedIn({ providerOrigin, memory, callback, drawApp }: SignedInProps) {
  const { getAccessTokenSilently, loginWithRedirect, logout } = useAuth0();
  const [session] = useState(() =>
    createSession({
      auth0: { getAccessTokenSilently, loginWithRedirect, logout },
      providerOrigin,
      memory,
      channel: new BroadcastChannel('trimtab.sign-in'),
      claim,
      now: () => Date.now(),
      location,
      isReachable: () => isReachable(providerOrigin),
    }),
  );
  const [app] = useState(() => drawApp(session));
  return (
    <SignInGate session={session} callback={callback} wasSignedOut={isSignedOut(memory.storage)}>
      {app}
    </SignInGate>
  );
}

/** The first tab that asks holds the claim, until it is gone or has failed to go; where a browser has no locks, every tab is the first. */
async function claim(): Promise<boolean> {
  if (!('locks' in navigator)) return true;
  return new Promise((resolve) => {
    const hold = async (lock: Lock | null): Promise<void> => {
      resolve(lock !== null);
      if (lock !== null) await new Promise((later) => setTimeout(later, reachWithinMs));
    };
    navigator.locks.request('trimtab.sign-in', { ifAvailable: true }, hold).catch(() => resolve(true));
  });
}

/** A domain as the library takes it: a host, or for a test an origin with its scheme. */
function originOf(domain: string): string | null {
  const url = /^https?:\/\//.test(domain) ? domain : `https://${domain}`;
  return URL.canParse(url) ? new URL(url).origin : null;
}

/** Tokens live in memory, the refresh token in the library's worker alone; no frame of the provider is needed (W9). */
function auth0Options(
  settings: RuntimeConfiguration['console'],
  memory: SignInStorage,
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
    useCookiesForTransactions: memory.kind === 'cookies',
    // Nobody is anonymous here, and the library would look into storage that may be blocked.
    anonymousSessionsCacheMode: 'memory',
  };
}

/** What the provider answers is not read: that it answers is enough, and a plain request needs nothing of it. */
async function isReachable(providerOrigin: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(reachWithinMs);
    await fetch(`${providerOrigin}/.well-known/openid-configuration`, { mode: 'no-cors', cache: 'no-store', signal });
    return true;
  } catch {
    return false;
  }
}
