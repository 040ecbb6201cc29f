import { useAuth0 } from '@auth0/auth0-react';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { UserContext } from '../../context/user.tsx';
import { type Callback, isStaleCallback } from './callback.ts';
import { SignInPage, SigningIn } from './SignInPage.tsx';
import type { RedirectOutcome, SignInSession } from './session.ts';
import { UserMenu } from './UserMenu.tsx';

type GateProps = { session: SignInSession; callback: Callback; wasSignedOut: boolean; children: ReactNode };

/** Shows the console to signed-in users and sends all others to the sign-in. */
export function SignInGate({ session, callback, wasSignedOut, children }: GateProps) {
  const { isLoading, isAuthenticated, error, user, logout } = useAuth0();
  const [isSignedOut, setSignedOut] = useState(wasSignedOut);
  // When a session ends, the console stays mounted until the page navigates, so that typed text is not lost.
  const [hasEntered, setEntered] = useState(false);
  if (isAuthenticated && !hasEntered) setEntered(true);
  const name = user?.name ?? user?.email ?? user?.nickname ?? user?.sub ?? 'Signed in';
  const shown = useMemo(() => {
    const signOut = () => void session.signOut();
    return { name, badge: <UserMenu name={name} onSignOut={signOut} />, signOut };
  }, [name, session]);
  useEffect(
    () =>
      session.listen((message) => {
        if (message !== 'signed-out') return;
        setSignedOut(true);
        // Drop the tokens of this tab. Another tab has already signed out at the provider.
        void logout({ openUrl: false });
      }),
    [session, logout],
  );
  useEffect(() => {
    if (isAuthenticated) session.announceSignIn();
  }, [isAuthenticated, session]);

  if (isLoading) return <SigningIn />;
  if (hasEntered && !isSignedOut) return <UserContext value={shown}>{children}</UserContext>;
  if (isSignedOut) return <SignedOut session={session} />;
  if (error !== undefined && !isStaleCallback(callback, error)) return <Failed session={session} callback={callback} />;
  return <RedirectToSignIn session={session} />;
}

function SignedOut({ session }: { session: SignInSession }) {
  const redirect = useRedirect(session);
  if (redirect.outcome === 'redirecting' || redirect.outcome === 'unreachable')
    return <NotReached redirect={redirect} />;
  return (
    <SignInPage
      title="You are signed out"
      text="This browser no longer stores any data of your session."
      action={{ text: 'Sign in', onAction: redirect.start, isBusy: redirect.isBusy }}
    />
  );
}

function Failed({ session, callback }: { session: SignInSession; callback: Callback }) {
  const redirect = useRedirect(session);
  useEffect(() => history.replaceState(null, '', '/'), []);
  if (redirect.outcome !== null || callback.kind !== 'error') return <NotReached redirect={redirect} />;
  return (
    <SignInPage
      title="Sign-in failed"
      text="The sign-in service rejected the sign-in with this message:"
      detail={callback.description}
      action={{ text: 'Try again', onAction: redirect.start, isBusy: redirect.isBusy }}
    />
  );
}

/** Redirects to the sign-in automatically, unless that was tried a moment ago. */
function RedirectToSignIn({ session }: { session: SignInSession }) {
  const redirect = useRedirect(session);
  const { settle } = redirect;
  useEffect(() => {
    // Remove a stale code from the URL, so that it is not part of the return path.
    if (new URLSearchParams(location.search).has('state')) history.replaceState(null, '', '/');
    const attempt = () => void session.redirectAutomatically().then(settle);
    attempt();
    return session.listen((message) => {
      if (message === 'signed-in') attempt();
    });
  }, [session, settle]);
  if (redirect.outcome === null) return <SigningIn />;
  if (redirect.outcome !== 'paused') return <NotReached redirect={redirect} />;
  return (
    <SignInPage
      title="Sign in"
      text="Sign in to see the workloads of your clusters."
      action={{ text: 'Sign in', onAction: redirect.start, isBusy: redirect.isBusy }}
    />
  );
}

function NotReached({ redirect: { outcome, failures, isBusy, start } }: { redirect: RedirectState }) {
  if (outcome === 'redirecting') return <SigningIn />;
  return (
    <SignInPage
      title="The sign-in service does not answer"
      text="You can sign in when it answers again. Check your network, or try again in a moment."
      note={failures > 1 && !isBusy ? `No answer after ${failures} attempts.` : ''}
      action={{ text: 'Retry', onAction: start, isBusy }}
    />
  );
}

type RedirectState = {
  /** How the last attempt ended; null before the first attempt. */
  outcome: RedirectOutcome | null;
  /** The number of attempts that the provider did not answer. */
  failures: number;
  isBusy: boolean;
  /** Redirects because the user pressed a button. */
  start: () => void;
  /** Stores how an attempt ended. */
  settle: (outcome: RedirectOutcome) => void;
};

function useRedirect(session: SignInSession): RedirectState {
  const [outcome, setOutcome] = useState<RedirectOutcome | null>(null);
  const [failures, setFailures] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const settle = useCallback((next: RedirectOutcome) => {
    setOutcome(next);
    setBusy(false);
    if (next === 'unreachable') setFailures((before) => before + 1);
  }, []);
  const start = () => {
    setBusy(true);
    void session.redirect().then(settle);
  };
  return { outcome, failures, isBusy, start, settle };
}
