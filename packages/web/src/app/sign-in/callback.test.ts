import { describe, expect, it } from 'vitest';
import { isStaleCallback, readCallback } from './callback.ts';

const at = (search: string, pathname = '/') => readCallback({ pathname, search }, 's');
const failed = (error: string) => Object.assign(new Error(error), { error });

describe('the callback URL of the provider', () => {
  it('is recognized only at the root path and with a state', () => {
    expect(at('')).toEqual({ kind: 'none' });
    expect(at('?code=a')).toEqual({ kind: 'none' });
    expect(at('?code=a&state=b')).toEqual({ kind: 'code' });
    expect(at('?code=a&state=b', '/onboarding')).toEqual({ kind: 'none' });
  });

  it('is an error only if it answers our own attempt', () => {
    expect(at('?error=access_denied&error_description=Call%20555&state=other')).toEqual({ kind: 'none' });
    const search = '?error=access_denied&error_description=Call%20555&state=';
    expect(readCallback({ pathname: '/', search }, null)).toEqual({ kind: 'none' });
    expect(at(`${search}s`)).toEqual({ kind: 'error', description: 'Call 555' });
  });

  it('shortens an error description to one line of at most 200 characters', () => {
    const long = `<img src=x>\u001b[31m\r\n${'x'.repeat(10_000)}`;
    const callback = at(`?error=access_denied&error_description=${encodeURIComponent(long)}&state=s`);
    if (callback.kind !== 'error') throw new Error('not an error');
    expect(callback.description).toHaveLength(200);
    expect(callback.description).toMatch(/^<img src=x> x+$/);
    expect(at('?error=access_denied&state=s')).toEqual({ kind: 'error', description: 'access_denied' });
  });

  it('is stale if the state is unknown or the code was used already', () => {
    for (const error of ['missing_transaction', 'state_mismatch', 'invalid_grant'])
      expect(isStaleCallback({ kind: 'code' }, failed(error))).toBe(true);
    expect(isStaleCallback({ kind: 'code' }, new TypeError('Failed to fetch'))).toBe(false);
    expect(isStaleCallback({ kind: 'error', description: '' }, failed('missing_transaction'))).toBe(false);
  });
});
