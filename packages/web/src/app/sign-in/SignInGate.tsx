import { useAuth0 } from '@auth0/auth0-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { UserContext } from '../../lib/user.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { type Callback, isStaleCallback } from './callback.ts';
import type { Leaving, Session } from './session.ts';
import { SignInPage } from './SignInPage.tsx';
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
    if (isAuthenticated) session.arrived();
  }, [isAuthenticated, session]);

  if (isLoading) return <SigningIn />;
  if (hasEntered && !isSignedOut) return <UserContext value={shown}>{children}</UserContext>;
  if (isSignedOut) return <SignedOut session={session} />;
  if (error !== undefined && !isStaleCallback(callback, error)) return <Failed session={session} callback={callback} />;
  return <Leave session={session} />;
}

function SigningIn() {
  return (
    <main className="flex min-h-dvh items-center justify-center text-ink-3">
      <Spinner label="Signing in" size={20} />
    </main>
  );
}

function SignedOut({ session }: { session: Session }) {
  const [outcome, leave] = useLeave(session);
  if (outcome !== null && outcome !== 'paused') return <NotReached outcome={outcome} onRetry={leave} />;
  return (
    <SignInPage
      title="You are signed out"
      text="Nothing of your session is kept in this browser."
      action={{ text: 'Sign in', onAction: leave }}
    />
  );
}

function Failed({ session, callback }: { session: Session; callback: Callback }) {
  const [outcome, leave] = useLeave(session);
  useEffect(() => history.replaceState(null, '', '/'), []);
  if (outcome !== null) return <NotReached outcome={outcome} onRetry={leave} />;
  return callback.kind === 'error' ? (
    <SignInPage
      title="Sign-in failed"
      text="The sign-in service did not let you in. It said:"
      detail={callback.description}
      action={{ text: 'Try again', onAction: leave }}
    />
  ) : (
    <NotReached outcome="unreachable" onRetry={leave} />
  );
}

/** Leaves for the sign-in by itself, where that was not tried just now. */
function Leave({ session }: { session: Session }) {
  const [outcome, leave, setOutcome] = useLeave(session);
  useEffect(() => {
    // A stale code must not come back with the page (W5).
    if (new URLSearchParams(location.search).has('state')) history.replaceState(null, '', '/');
    const attempt = () => void session.leaveByItself().then(setOutcome);
    attempt();
    return session.listen((message) => {
      if (message === 'signed-in') attempt();
    });
  }, [session, setOutcome]);
  if (outcome === 'paused')
    return (
      <SignInPage
        title="Sign in"
        text="Trimtab shows what runs in your clusters to those who are signed in."
        action={{ text: 'Sign in', onAction: leave }}
      />
    );
  return outcome === null ? <SigningIn /> : <NotReached outcome={outcome} onRetry={leave} />;
}

function NotReached({ outcome, onRetry }: { outcome: Leaving; onRetry: () => void }) {
  if (outcome === 'left') return <SigningIn />;
  return (
    <SignInPage
      title="The sign-in service does not answer"
      text="You cannot be signed in while it cannot be reached. Check your network, or try again in a moment."
      action={{ text: 'Retry', onAction: onRetry }}
    />
  );
}

function useLeave(session: Session) {
  const [outcome, setOutcome] = useState<Leaving | null>(null);
  return [outcome, () => void session.leave().then(setOutcome), setOutcome] as const;
}
