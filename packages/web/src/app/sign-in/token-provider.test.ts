import { ApiError, NetworkError } from '@trimtab/core';
import { describe, expect, it, vi } from 'vitest';
import { createTokenProvider, type TokenSource } from './token-provider.ts';

const ended = (error: string) => Object.assign(new Error(error), { error });
const stay = () => Promise.resolve(false);

/** A token provider whose source returns the given answers in order. */
function provider(answers: (string | Error | undefined)[], onEnded = vi.fn<() => Promise<boolean>>(stay)) {
  const asked: string[] = [];
  const getAccessTokenSilently: TokenSource['getAccessTokenSilently'] = async ({ cacheMode }) => {
    asked.push(cacheMode);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { asked, onEnded, token: createTokenProvider({ getAccessTokenSilently }, 'id.example', onEnded) };
}

describe('the token provider', () => {
  it('returns the cached token, and a new one after a forced refresh', async () => {
    const { token, asked } = provider(['cached', 'fresh']);
    expect(await token({ forceRefresh: false })).toBe('cached');
    expect(await token({ forceRefresh: true })).toBe('fresh');
    expect(asked).toEqual(['on', 'off']);
  });

  it.each(['invalid_grant', 'login_required', 'missing_refresh_token', 'consent_required'])(
    'rejects with 401 after %s',
    async (error) => {
      const { token, onEnded } = provider([ended(error)]);
      await expect(token({ forceRefresh: false })).rejects.toMatchObject({ status: 401 });
      expect(onEnded).toHaveBeenCalledTimes(1);
    },
  );

  it('rejects with an API error if there is no token', async () => {
    await expect(provider([undefined]).token({ forceRefresh: false })).rejects.toBeInstanceOf(ApiError);
  });

  it.each([new TypeError('Failed to fetch'), ended('timeout'), ended('request_error')])(
    'reports %s as a network error and keeps the session',
    async (error) => {
      const { token, onEnded } = provider([error]);
      await expect(token({ forceRefresh: false })).rejects.toBeInstanceOf(NetworkError);
      expect(onEnded).not.toHaveBeenCalled();
    },
  );

  it('never settles while the page redirects', async () => {
    const redirects = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true));
    const settled = vi.fn<() => void>();
    void provider([undefined], redirects).token({ forceRefresh: false }).finally(settled);
    await expect.poll(() => redirects).toHaveBeenCalled();
    await Promise.resolve();
    expect(settled).not.toHaveBeenCalled();
  });
});
