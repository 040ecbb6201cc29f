import { afterEach, describe, expect, it, vi } from 'vitest';
import { showAccessNotice } from '../../context/access-notice.ts';
import { createSession } from './session.ts';

const channels: BroadcastChannel[] = [];
afterEach(() => {
  showAccessNotice(null);
  for (const channel of channels.splice(0)) channel.close();
});

function memoryOfTab() {
  const kept = new Map<string, string>();
  return {
    kind: 'storage' as const,
    storage: () => ({
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
      removeItem: (name: string) => void kept.delete(name),
    }),
  };
}

/** Tabs of one browser, whose sessions the provider has ended: any token they ask for is an `invalid_grant`. */
function tabs(count: number) {
  let isClaimed = false;
  const claim = async () => {
    const isFirst = !isClaimed;
    isClaimed = true;
    return isFirst;
  };
  const ended = Object.assign(new Error('the refresh token was spent'), { error: 'invalid_grant' });
  return Array.from({ length: count }, () => {
    const channel = new BroadcastChannel('trimtab.session-test');
    channels.push(channel);
    const leave = vi.fn<() => Promise<void>>(async () => {});
    const session = createSession({
      auth0: {
        getAccessTokenSilently: () => Promise.reject(ended),
        loginWithRedirect: leave,
        logout: () => Promise.resolve(),
      },
      providerOrigin: 'https://login.example.test',
      memory: memoryOfTab(),
      channel,
      claim,
      now: () => 1_000_000,
      location: { origin: 'https://trimtab.example.test', pathname: '/onboarding', search: '', hash: '' },
      isReachable: () => Promise.resolve(true),
    });
    return { session, leave };
  });
}

const refused = (error: unknown) => (error instanceof Error ? error.message : 'left');

describe('a session that ends in several tabs at once (W7)', () => {
  it('is one sign-in: one tab leaves, and the others stay where they are', async () => {
    const [first, second] = tabs(2);
    if (first === undefined || second === undefined) throw new Error('There are two tabs.');
    const settled: string[] = [];
    for (const { session } of [first, second])
      for (let call = 0; call < 5; call += 1)
        void session.token({ forceRefresh: false }).then(
          () => settled.push('a token'),
          (error: unknown) => settled.push(refused(error)),
        );
    await vi.waitFor(() => expect(first.leave.mock.calls.length + second.leave.mock.calls.length).toBe(1));
    // The calls of the tab that leaves never settle; those of the other say that somebody must sign in.
    await vi.waitFor(() => expect(settled).toHaveLength(5));
    expect(new Set(settled)).toEqual(new Set(['The API answered 401: Sign in to go on.']));
    expect(first.leave.mock.calls.length + second.leave.mock.calls.length).toBe(1);
  });

  it('keeps a tab that fails a moment later from leaving too, until somebody is signed in again', async () => {
    const [first, second] = tabs(2);
    if (first === undefined || second === undefined) throw new Error('There are two tabs.');
    const heard = new Promise<void>((resolve) => {
      second.session.listen((message) => message === 'ended' && resolve());
    });
    void first.session.token({ forceRefresh: false });
    await heard;
    await expect(second.session.token({ forceRefresh: false })).rejects.toThrow('Sign in to go on.');
    expect(first.leave).toHaveBeenCalledTimes(1);
    expect(second.leave).not.toHaveBeenCalled();
  });
});
