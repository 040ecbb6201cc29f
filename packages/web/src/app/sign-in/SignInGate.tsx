import { useAuth0 } from '@auth0/auth0-react';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { UserContext } from '../../context/user.tsx';
import { type Callback, isStaleCallback } from './callback.ts';
import { SignInPage, SigningIn } from './SignInPage.tsx';
import type { RedirectOutcome, Session } from './session.ts';
import { UserMenu } from './UserMenu.tsx';

type GateProps = { session: Session; callback: Callback; wasSignedOut: boolean; children: ReactNode };

/** Lets the console be seen by those who are signed in, and leads everybody else to the sign-in. */
export function SignInGate({ session, callback, wasSignedOut, children }: GateProps) {
  const { isLoading, isAuthenticated, error, user, logout } = useAuth0();
  const [isSignedOut, setSignedOut] = useState(wasSignedOut);
  // A session that ends takes nothing from the screen: what was typed stays until the page leaves (W6).
  const [hasEntered, setEntered] = useState(false);
  if (isAuthenticated && !hasEntered) setEntered(true);
  const name = user?.name ?? user?.email ?? user?.nickname ?? user?.sub ?? 'Signed in';
  const shown = useMemo(
    () => ({ name, badge: <UserMenu name={name} onSignOut={() => void session.signOut()} /> }),
    [name, session],
  );
  useEffect(
    () =>
      session.listen((message) => {
        if (message !== 'signed-out') return;
        setSignedOut(true);
        // The tokens of this tab go too; the provider has been told by the other one.
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
  return <Leave session={session} />;
}

function SignedOut({ session }: { session: Session }) {
  const leaving = useLeave(session);
  if (leaving.outcome === 'left' || leaving.outcome === 'unreachable') return <NotReached leaving={leaving} />;
  return (
    <SignInPage
      title="You are signed out"
      text="Nothing of your session is kept in this browser."
      action={{ text: 'Sign in', onAction: leaving.leave, isBusy: leaving.isBusy }}
    />
  );
}

function Failed({ session, callback }: { session: Session; callback: Callback }) {
  const leaving = useLeave(session);
  useEffect(() => history.replaceState(null, '', '/'), []);
  if (leaving.outcome !== null || callback.kind !== 'error') return <NotReached leaving={leaving} />;
  return (
    <SignInPage
      title="Sign-in failed"
      text="The sign-in service did not let you in. It said:"
      detail={callback.description}
      action={{ text: 'Try again', onAction: leaving.leave, isBusy: leaving.isBusy }}
    />
  );
}

/** Leaves for the sign-in by itself, where that was not tried just now. */
function Leave({ session }: { session: Session }) {
  const leaving = useLeave(session);
  const { settle } = leaving;
  useEffect(() => {
    // A stale code must not come back with the page (W5).
    if (new URLSearchParams(location.search).has('state')) history.replaceState(null, '', '/');
    const attempt = () => void session.redirectAutomatically().then(settle);
    attempt();
    return session.listen((message) => {
      if (message === 'signed-in') attempt();
    });
  }, [session, settle]);
  if (leaving.outcome === null) return <SigningIn />;
  if (leaving.outcome !== 'paused') return <NotReached leaving={leaving} />;
  return (
    <SignInPage
      title="Sign in"
      text="Trimtab shows what runs in your clusters to those who are signed in."
      action={{ text: 'Sign in', onAction: leaving.leave, isBusy: leaving.isBusy }}
    />
  );
}

function NotReached({ leaving: { outcome, failures, isBusy, leave } }: { leaving: LeavingState }) {
  if (outcome === 'left') return <SigningIn />;
  return (
    <SignInPage
      title="The sign-in service does not answer"
      text="You cannot be signed in while it cannot be reached. Check your network, or try again in a moment."
      note={failures > 1 && !isBusy ? `Tried ${failures} times without an answer.` : ''}
      action={{ text: 'Retry', onAction: leave, isBusy }}
    />
  );
}

type LeavingState = {
  /** How the last attempt ended; null before the first. */
  outcome: RedirectOutcome | null;
  /** How often the provider did not answer. */
  failures: number;
  isBusy: boolean;
  /** Leaves because somebody asked for it. */
  leave: () => void;
  /** Notes how an attempt ended. */
  settle: (outcome: RedirectOutcome) => void;
};

function useLeave(session: Session): LeavingState {
  const [outcome, setOutcome] = useState<RedirectOutcome | null>(null);
  const [failures, setFailures] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const settle = useCallback((next: RedirectOutcome) => {
    setOutcome(next);
    setBusy(false);
    if (next === 'unreachable') setFailures((before) => before + 1);
  }, []);
  const leave = () => {
    setBusy(true);
    void session.leave().then(settle);
  };
  return { outcome, failures, isBusy, leave, settle };
}
