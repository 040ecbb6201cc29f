import { afterEach, describe, expect, it, vi } from 'vitest';
import { type AccessNotice, showAccessNotice } from '../../context/access-notice.ts';
import { createSession } from './session.ts';

vi.mock(import('../../context/access-notice.ts'), async (original) => {
  const module = await original();
  return { ...module, showAccessNotice: vi.fn<typeof module.showAccessNotice>(module.showAccessNotice) };
});

const channels: BroadcastChannel[] = [];
afterEach(() => {
  showAccessNotice(null);
  for (const channel of channels.splice(0)) channel.close();
});

function tabStorage() {
  const stored = new Map<string, string>();
  return {
    kind: 'storage' as const,
    storage: () => ({
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => void stored.set(name, value),
      removeItem: (name: string) => void stored.delete(name),
    }),
  };
}

/**
 * Tabs of one browser whose session has ended: every request for a token fails with `invalid_grant`. The first tab that
 * redirects holds the right to redirect until `leave` is called.
 */
function tabs(count: number, isReachable = () => Promise.resolve(true)) {
  let redirecting: BroadcastChannel | null = null;
  const leave = () => {
    redirecting = null;
  };
  const ended = Object.assign(new Error('the refresh token was spent'), { error: 'invalid_grant' });
  return Array.from({ length: count }, () => {
    const channel = new BroadcastChannel('trimtab.session-test');
    channels.push(channel);
    const redirect = vi.fn<() => Promise<void>>(async () => {});
    const claimRedirect = async () => {
      redirecting ??= channel;
      return redirecting === channel;
    };
    const session = createSession({
      auth0: {
        getAccessTokenSilently: () => Promise.reject(ended),
        loginWithRedirect: redirect,
        logout: () => Promise.resolve(),
      },
      providerOrigin: 'https://login.example.test',
      signInStorage: tabStorage(),
      channel,
      claimRedirect,
      now: () => 1_000_000,
      location: {
        origin: 'https://trimtab.example.test',
        pathname: '/onboarding',
        search: '',
        hash: '',
        assign: () => {},
      },
      isReachable,
    });
    return { session, redirect, leave };
  });
}

const refused = (error: unknown) => (error instanceof Error ? error.message : 'redirected');

describe('a session that ends in several tabs at the same time', () => {
  it('redirects one tab only', async () => {
    const [first, second] = tabs(2);
    if (first === undefined || second === undefined) throw new Error('There are two tabs.');
    const settled: string[] = [];
    for (const { session } of [first, second])
      for (let call = 0; call < 5; call += 1)
        void session.token({ forceRefresh: false }).then(
          () => settled.push('a token'),
          (error: unknown) => settled.push(refused(error)),
        );
    await expect.poll(() => first.redirect.mock.calls.length + second.redirect.mock.calls.length).toBe(1);
    // The calls of the tab that redirects never settle. Those of the other tab report that a sign-in is needed.
    await expect.poll(() => settled).toHaveLength(5);
    expect(new Set(settled)).toEqual(new Set(['The API answered 401: Sign in to continue.']));
    expect(first.redirect.mock.calls.length + second.redirect.mock.calls.length).toBe(1);
  });

  it('does not redirect a second tab while the first one is signing in', async () => {
    const [first, second] = tabs(2);
    if (first === undefined || second === undefined) throw new Error('There are two tabs.');
    const notified = new Promise<void>((resolve) => {
      second.session.listen((message) => message === 'ended' && resolve());
    });
    void first.session.token({ forceRefresh: false });
    await notified;
    await expect(second.session.token({ forceRefresh: false })).rejects.toThrow('Sign in to continue.');
    expect(first.redirect).toHaveBeenCalledTimes(1);
    expect(second.redirect).not.toHaveBeenCalled();
  });
});

const shownNotice = (): AccessNotice | undefined => vi.mocked(showAccessNotice).mock.lastCall?.[0] ?? undefined;

describe('the notice that asks for a sign-in', () => {
  it('redirects once, also if calls fail while the browser opens the page of the provider', async () => {
    const [first, second] = tabs(2);
    if (first === undefined || second === undefined) throw new Error('There are two tabs.');
    const messages: string[] = [];
    second.session.listen((message) => messages.push(message));
    void first.session.token({ forceRefresh: false });
    await expect.poll(() => messages).toEqual(['ended']);
    await expect(second.session.token({ forceRefresh: false })).rejects.toThrow('Sign in to continue.');
    shownNotice()?.onAction();
    await expect.poll(() => second.redirect.mock.calls.length).toBe(1);
    first.leave();
    first.session.announceSignIn();
    await expect.poll(() => messages).toEqual(['ended', 'signed-in']);
    let outcome = '';
    // A call never settles if it redirects.
    void second.session.token({ forceRefresh: false }).catch((error: unknown) => {
      outcome = refused(error);
    });
    await expect
      .poll(() => [outcome, second.redirect.mock.calls.length])
      .toEqual(['The API answered 401: Sign in to continue.', 1]);
  });
});

describe('a sign-out in another tab', () => {
  it('does not send this tab to the sign-in when a call of it fails for lack of a token', async () => {
    const [first, second] = tabs(2);
    if (first === undefined || second === undefined) throw new Error('There are two tabs.');
    const notified = new Promise<void>((resolve) => {
      second.session.listen((message) => message === 'signed-out' && resolve());
    });
    await first.session.signOut();
    await notified;
    await expect(second.session.token({ forceRefresh: false })).rejects.toThrow('Sign in to continue.');
    expect(second.redirect).not.toHaveBeenCalled();
  });

  it('stops a redirect that has not left the page yet', async () => {
    const reachable = Promise.withResolvers<boolean>();
    const [first, second] = tabs(2, () => reachable.promise);
    if (first === undefined || second === undefined) throw new Error('There are two tabs.');
    const notified = new Promise<void>((resolve) => {
      second.session.listen((message) => message === 'signed-out' && resolve());
    });
    const call = second.session.token({ forceRefresh: false });
    await first.session.signOut();
    await notified;
    reachable.resolve(true);
    await expect(call).rejects.toThrow('Sign in to continue.');
    expect(second.redirect).not.toHaveBeenCalled();
  });
});
