import type { Auth0ContextInterface } from '@auth0/auth0-react';
import type { TokenProvider } from '@trimtab/core';
import { logFailure } from '../../browser/log.ts';
import { showAccessNotice } from '../../context/access-notice.ts';
import { markSignedIn, markSignedOut, markSigningIn, mayRedirect, type RedirectReason } from './redirect-limit.ts';
import type { SignInStorage } from './sign-in-storage.ts';
import { createTokenProvider, type TokenSource } from './token-provider.ts';

/** What tabs tell each other; every tab has tokens of its own. */
type Message = 'signed-in' | 'signed-out' | 'ended';

/** How an attempt to leave for the sign-in ended; `left`: the page is going away. */
export type RedirectOutcome = 'left' | 'paused' | 'unreachable';

export type Session = {
  token: TokenProvider;
  /** The API does not take the calls of this session any more. */
  onRefused: () => void;
  /** Leaves for the sign-in, unless that was tried just now. */
  redirectAutomatically: () => Promise<RedirectOutcome>;
  /** Leaves for the sign-in, because somebody asked for it. */
  leave: () => Promise<RedirectOutcome>;
  signOut: () => Promise<void>;
  /** Tells the other tabs that somebody is signed in here. */
  announceSignIn: () => void;
  /** Hears what happened in another tab. */
  listen: (listener: (message: Message) => void) => () => void;
};

export type SessionDeps = {
  auth0: TokenSource & Pick<Auth0ContextInterface, 'loginWithRedirect' | 'logout'>;
  /** Origin of the provider. */
  providerOrigin: string;
  memory: SignInStorage;
  channel: BroadcastChannel;
  /** Whether this tab is the one to leave, of all those whose session has ended at the same moment (W7). */
  claim: () => Promise<boolean>;
  now: () => number;
  /** Where the page is, and what it leaves for. */
  location: { origin: string; pathname: string; search: string; hash: string };
  /** Whether the provider answers; a redirect to one that does not would end on the browser's own page (W3). */
  isReachable: () => Promise<boolean>;
};

/** The sign-in as the app sees it: tokens, ways in and out, and what other tabs say. */
export function createSession(deps: SessionDeps): Session {
  const { auth0, memory, channel, location } = deps;
  const storage = memory.storage;
  let leaving: Promise<RedirectOutcome> | null = null;
  // Another tab is asking for a sign-in already (W7).
  let isSigningInElsewhere = false;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast never leaves the origin.
  const tell = (message: Message) => channel.postMessage(message);
  channel.addEventListener('message', ({ data }) => {
    if (data === 'ended') isSigningInElsewhere = true;
    if (data === 'signed-in') isSigningInElsewhere = false;
  });

  const go = async (): Promise<RedirectOutcome> => {
    if (!(await deps.isReachable())) return 'unreachable';
    await auth0.loginWithRedirect({ appState: { returnTo: location.pathname + location.search + location.hash } });
    return 'left';
  };
  /** For every tab of the session: the provider asks once, and the others hear of it before they ask themselves. */
  const goForAll = async (): Promise<RedirectOutcome> => {
    if (!(await deps.claim())) return 'paused';
    tell('ended');
    return go();
  };
  /** One at a time: calls that fail together must not begin several sign-ins, each of which voids the others. */
  const leaveOnce = (attempt: () => Promise<RedirectOutcome> = go) => {
    leaving ??= attempt()
      .catch((error: unknown) => {
        logFailure('The sign-in could not begin.', error);
        return 'unreachable' as const;
      })
      .finally(() => {
        leaving = null;
      });
    return leaving;
  };
  const leaveFor = async (reason: RedirectReason) => {
    if (leaving !== null) return leaving;
    if (isSigningInElsewhere || !mayRedirect(storage, deps.now(), reason)) return 'paused';
    return leaveOnce(reason === 'refused' ? goForAll : go);
  };
  const leave = async () => {
    markSigningIn(storage);
    return leaveOnce();
  };

  let hasNotice = false;
  const notice = (outcome: RedirectOutcome) => {
    hasNotice = outcome !== 'left';
    if (outcome === 'left') return;
    showAccessNotice({
      text:
        outcome === 'paused'
          ? 'Your sign-in has ended. What is on the screen stays until you sign in again.'
          : 'Your sign-in has ended, and the sign-in service does not answer.',
      action: outcome === 'paused' ? 'Sign in' : 'Retry',
      onAction: () => void leave().then(notice),
    });
  };
  const onEnded = async (): Promise<boolean> => {
    // Who has been asked to sign in is not carried away from the page by the next poll.
    if (hasNotice) return false;
    const outcome = await leaveFor('refused');
    notice(outcome);
    return outcome === 'left';
  };

  return {
    token: createTokenProvider(auth0, new URL(deps.providerOrigin).host, onEnded),
    onRefused: () => void onEnded(),
    redirectAutomatically: () => leaveFor('loaded'),
    leave,
    signOut: async () => {
      markSignedOut(storage);
      tell('signed-out');
      await auth0.logout({ logoutParams: { returnTo: location.origin } });
    },
    announceSignIn: () => {
      markSignedIn(storage);
      tell('signed-in');
    },
    listen: (listener) => {
      const hear = ({ data }: MessageEvent<Message>) => listener(data);
      channel.addEventListener('message', hear);
      return () => channel.removeEventListener('message', hear);
    },
  };
}
