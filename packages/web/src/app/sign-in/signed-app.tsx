import { Auth0Provider } from '@auth0/auth0-react';
import { Auth0Client } from '@auth0/auth0-spa-js';
import workerUrl from '@auth0/auth0-spa-js/dist/auth0-spa-js.worker.production.js?url';
import type { RuntimeConfiguration, TokenProvider } from '@trimtab/core';
import type { ReactNode } from 'react';
import { logFailure } from '../../lib/log.ts';
import { trustedScript } from '../../lib/script-policy.ts';
import { readCallback } from './callback.ts';
import { isSignedOut } from './redirect-pause.ts';
import { safeReturnPath } from './return-path.ts';
import { createSession } from './session.ts';
import { SignInGate } from './SignInGate.tsx';
import { signInMemory } from './sign-in-memory.ts';
import { SignInPage } from './SignInPage.tsx';

const reachWithinMs = 10_000;

/** Draws the console with what the sign-in gives it. */
export type DrawApp = (signIn: { token: TokenProvider; onRefused: () => void }) => ReactNode;

/** The console behind the sign-in of its configuration. */
export function signedApp({ console: settings }: RuntimeConfiguration, drawApp: DrawApp): ReactNode {
  const memory = signInMemory();
  if (memory.kind === 'none')
    return (
      <SignInPage
        title="This browser cannot sign in"
        text="Signing in needs cookies or site data, and this browser blocks both here. Allow them for this address and load it again."
      />
    );
  const auth0 = createAuth0(settings, memory.kind === 'cookies');
  if (auth0 === null)
    return (
      <SignInPage
        title="This browser cannot sign in"
        text="Signing in needs an address that begins with https, or localhost. Open the console there."
      />
    );
  const domain = settings.oauth_domain;
  const providerOrigin = new URL(/^https?:\/\//.test(domain) ? domain : `https://${domain}`).origin;
  const session = createSession({
    auth0,
    providerOrigin,
    memory,
    channel: new BroadcastChannel('trimtab.sign-in'),
    now: () => Date.now(),
    location,
    isReachable: () => isReachable(providerOrigin),
  });
  const callback = readCallback(location);
  return (
    <Auth0Provider
      client={auth0}
      skipRedirectCallback={callback.kind === 'none'}
      onRedirectCallback={(state) => history.replaceState(null, '', safeReturnPath(state?.returnTo, location.origin))}
    >
      <SignInGate session={session} callback={callback} wasSignedOut={isSignedOut(memory.storage)}>
        {drawApp(session)}
      </SignInGate>
    </Auth0Provider>
  );
}

/** Tokens live in memory, the refresh token in the library's worker alone; no frame of the provider is needed (W9). */
function createAuth0(settings: RuntimeConfiguration['console'], useCookies: boolean): Auth0Client | null {
  try {
    return new Auth0Client({
      domain: settings.oauth_domain,
      clientId: settings.oauth_client_id,
      authorizationParams: {
        redirect_uri: location.origin,
        ...(settings.oauth_audience === undefined ? {} : { audience: settings.oauth_audience }),
      },
      cacheLocation: 'memory',
      useRefreshTokens: true,
      workerUrl: trustedScript(workerUrl),
      useCookiesForTransactions: useCookies,
      // Nobody is anonymous here, and the library would look into storage that may be blocked.
      anonymousSessionsCacheMode: 'memory',
    });
  } catch (error) {
    logFailure('The sign-in library could not start.', error);
    return null;
  }
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
