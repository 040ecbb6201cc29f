import { describe, expect, it } from 'vitest';
import type { KeyValueStorage } from '../../browser/storage.ts';
import { isSignedOut, markSignedIn, markSignedOut, markSigningIn, mayRedirect } from './redirect-limit.ts';

function createStorage(): () => KeyValueStorage {
  const stored = new Map<string, string>();
  return () => ({
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  });
}

function blocked(): never {
  throw new DOMException('blocked', 'SecurityError');
}

describe('the automatic redirect to the sign-in', () => {
  it('happens at most once in 30 seconds', () => {
    const storage = createStorage();
    expect(mayRedirect(storage, 1_000, 'loaded')).toBe(true);
    expect(mayRedirect(storage, 30_999, 'loaded')).toBe(false);
    expect(mayRedirect(storage, 31_000, 'loaded')).toBe(true);
  });

  it('may happen again after a successful sign-in, but not if the API rejects the new token', () => {
    const storage = createStorage();
    expect(mayRedirect(storage, 1_000, 'loaded')).toBe(true);
    markSignedIn(storage);
    expect(mayRedirect(storage, 2_000, 'loaded')).toBe(true);
    expect(mayRedirect(storage, 3_000, 'refused')).toBe(true);
    markSignedIn(storage);
    expect(mayRedirect(storage, 4_000, 'refused')).toBe(false);
  });

  it('is not blocked by a clock that was set back', () => {
    const storage = createStorage();
    expect(mayRedirect(storage, 9_000_000, 'loaded')).toBe(true);
    expect(mayRedirect(storage, 1_000, 'loaded')).toBe(true);
  });

  it('does not happen after a sign-out until the user starts a sign-in', () => {
    const storage = createStorage();
    markSignedOut(storage);
    expect(isSignedOut(storage)).toBe(true);
    expect(mayRedirect(storage, 1_000, 'loaded')).toBe(false);
    markSigningIn(storage);
    expect(mayRedirect(storage, 1_000, 'loaded')).toBe(true);
  });

  it('does not happen if storage is blocked, because it could loop', () => {
    expect(mayRedirect(blocked, 1_000, 'loaded')).toBe(false);
  });
});
