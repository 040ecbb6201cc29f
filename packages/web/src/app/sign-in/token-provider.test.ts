import { ApiError, NetworkError } from '@trimtab/core';
import { describe, expect, it, vi } from 'vitest';
import { createTokenProvider, type TokenSource } from './token-provider.ts';

const ended = (error: string) => Object.assign(new Error(error), { error });
const stay = () => Promise.resolve(false);

/** A provider whose source answers what the test says, in turn. */
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
  it('takes a token that is known, and a fresh one where that was refused', async () => {
    const { token, asked } = provider(['known', 'fresh']);
    expect(await token({ forceRefresh: false })).toBe('known');
    expect(await token({ forceRefresh: true })).toBe('fresh');
    expect(asked).toEqual(['on', 'off']);
  });

  it.each(['invalid_grant', 'login_required', 'missing_refresh_token', 'consent_required'])(
    'says that the sign-in has ended at %s, as the API would',
    async (error) => {
      const { token, onEnded } = provider([ended(error)]);
      await expect(token({ forceRefresh: false })).rejects.toMatchObject({ status: 401 });
      expect(onEnded).toHaveBeenCalledTimes(1);
    },
  );

  it('says so too when there is no token at all', async () => {
    await expect(provider([undefined]).token({ forceRefresh: false })).rejects.toBeInstanceOf(ApiError);
  });

  it.each([new TypeError('Failed to fetch'), ended('timeout'), ended('request_error')])(
    'calls %s no end of the session, but no response',
    async (error) => {
      const { token, onEnded } = provider([error]);
      await expect(token({ forceRefresh: false })).rejects.toBeInstanceOf(NetworkError);
      expect(onEnded).not.toHaveBeenCalled();
    },
  );

  it('settles nothing while the page leaves', async () => {
    const leaves = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true));
    const settled = vi.fn<() => void>();
    void provider([undefined], leaves).token({ forceRefresh: false }).finally(settled);
    await vi.waitFor(() => expect(leaves).toHaveBeenCalled());
    await Promise.resolve();
    expect(settled).not.toHaveBeenCalled();
  });
});
