import type { Auth0ContextInterface } from '@auth0/auth0-react';
import type { TokenProvider } from '@trimtab/core';
import { logFailure } from '../../browser/log.ts';
import { safeHref } from '../../browser/safe-href.ts';
import { forgetSelection } from '../../browser/stored-selection.ts';
import { showAccessNotice } from '../../context/access-notice.ts';
import {
  isSignedOut,
  markAttempt,
  markSignedIn,
  markSignedOut,
  markSigningIn,
  mayRedirect,
  type RedirectReason,
} from './redirect-limit.ts';
import type { SignInStorage } from './sign-in-storage.ts';
import { createTokenProvider, type TokenSource } from './token-provider.ts';

/** The messages between tabs. Each tab has its own tokens. */
type Message = 'signed-in' | 'signed-out' | 'ended';

/**
 * The result of an attempt to redirect to the sign-in. `paused`: not attempted, because another attempt was made a moment ago
 * or another tab is already signing in. `unreachable`: the provider does not answer.
 */
export type RedirectOutcome = 'redirecting' | 'paused' | 'unreachable';

export type SignInSession = {
  token: TokenProvider;
  /** Called when the API rejects the calls of this session. */
  onRefused: () => void;
  /** Redirects to the sign-in, unless that was tried a moment ago. */
  redirectAutomatically: () => Promise<RedirectOutcome>;
  /** Redirects to the sign-in because the user pressed a button. */
  redirect: () => Promise<RedirectOutcome>;
  signOut: () => Promise<void>;
  /** Notifies the other tabs that the user has signed in. */
  announceSignIn: () => void;
  /** Listens to messages from other tabs. Returns a function that stops. */
  listen: (listener: (message: Message) => void) => () => void;
};

export type SessionDeps = {
  auth0: TokenSource & Pick<Auth0ContextInterface, 'loginWithRedirect' | 'logout'>;
  /** Origin of the provider. */
  providerOrigin: string;
  signInStorage: SignInStorage;
  channel: BroadcastChannel;
  /** If the session ends in several tabs at the same time, resolves to true in the one tab that may redirect. */
  claimRedirect: () => Promise<boolean>;
  now: () => number;
  /** The location to return to after the sign-in. */
  location: Pick<Location, 'origin' | 'pathname' | 'search' | 'hash' | 'assign'>;
  /** Whether the provider answers. A redirect to an unreachable provider would end on the browser's error page. */
  isReachable: () => Promise<boolean>;
};

/** The sign-in for the app: tokens, redirects, sign-out and the messages of other tabs. */
export function createSession(deps: SessionDeps): SignInSession {
  const { auth0, channel, location } = deps;
  const { storage } = deps.signInStorage;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is limited to one origin.
  const broadcast = (message: Message) => channel.postMessage(message);
  const redirects = createRedirects(deps, () => broadcast('ended'));
  channel.addEventListener('message', ({ data }) => {
    if (data === 'ended') redirects.pause();
    if (data === 'signed-in') {
      redirects.resume();
      markSigningIn(storage);
    }
    // End this session now. Otherwise the next call that fails here would redirect to the provider, where the session
    // may not have ended yet.
    if (data === 'signed-out') endHere();
  });

  const endHere = () => {
    markSignedOut(storage);
    forgetSelection();
  };
  const redirect = () => {
    markSigningIn(storage);
    return redirects.start();
  };
  let hasNotice = false;
  const showOutcome = (outcome: RedirectOutcome) => {
    // A notice that redirects stays until the browser leaves the page.
    if (outcome === 'redirecting') return;
    hasNotice = true;
    showAccessNotice({
      text:
        outcome === 'paused'
          ? 'Your sign-in has ended. What is on the screen stays until you sign in again.'
          : 'Your sign-in has ended, and the sign-in service does not answer.',
      action: outcome === 'paused' ? 'Sign in' : 'Retry',
      onAction: () => void redirect().then(showOutcome),
    });
  };
  const onEnded = async (): Promise<boolean> => {
    // While the notice asks the user to sign in, a failing poll must not redirect the page.
    if (hasNotice) return false;
    const outcome = await redirects.startAutomatically('refused');
    showOutcome(outcome);
    return outcome === 'redirecting';
  };

  return {
    token: createTokenProvider(auth0, new URL(deps.providerOrigin).host, onEnded),
    onRefused: () => void onEnded(),
    redirectAutomatically: () => redirects.startAutomatically('loaded'),
    redirect,
    signOut: async () => {
      endHere();
      broadcast('signed-out');
      await auth0.logout({ logoutParams: { returnTo: location.origin } });
    },
    announceSignIn: () => {
      markSignedIn(storage);
      broadcast('signed-in');
    },
    listen: (listener) => {
      const onMessage = ({ data }: MessageEvent<Message>) => listener(data);
      channel.addEventListener('message', onMessage);
      return () => channel.removeEventListener('message', onMessage);
    },
  };
}

/** The redirects of this tab, one at a time. Calls `onEnded` before it redirects because the session has ended. */
function createRedirects(
  { auth0, location, signInStorage, claimRedirect, isReachable, now }: SessionDeps,
  onEnded: () => void,
) {
  let current: Promise<RedirectOutcome> | null = null;
  let isSigningInElsewhere = false;

  const attempt = async (): Promise<RedirectOutcome> => {
    if (!(await isReachable())) return 'unreachable';
    if (isSignedOut(signInStorage.storage)) return 'paused';
    await auth0.loginWithRedirect({
      appState: { returnTo: location.pathname + location.search + location.hash },
      openUrl: (url) => {
        markAttempt(signInStorage.storage, url);
        location.assign(safeHref(url) ?? '/');
      },
    });
    return 'redirecting';
  };
  /** Only one of the tabs whose session has ended redirects. The others are notified before they try. */
  const attemptForAllTabs = async (): Promise<RedirectOutcome> => {
    if (!(await claimRedirect())) return 'paused';
    onEnded();
    return attempt();
  };
  /** Calls that fail together must not start several sign-ins, because each one would invalidate the others. */
  const runOnce = (run: () => Promise<RedirectOutcome>) => {
    current ??= run()
      .catch((error: unknown) => {
        logFailure('The redirect to the sign-in failed.', error);
        return 'unreachable' as const;
      })
      .finally(() => {
        current = null;
      });
    return current;
  };
  return {
    pause: () => {
      isSigningInElsewhere = true;
    },
    resume: () => {
      isSigningInElsewhere = false;
    },
    start: () => runOnce(attempt),
    startAutomatically: async (reason: RedirectReason) => {
      if (current !== null) return current;
      if (isSigningInElsewhere || !mayRedirect(signInStorage.storage, now(), reason)) return 'paused';
      return runOnce(reason === 'refused' ? attemptForAllTabs : attempt);
    },
  };
}
