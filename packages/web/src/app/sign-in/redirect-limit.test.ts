import { describe, expect, it } from 'vitest';
import type { KeyValueStorage } from '../../browser/storage.ts';
import { isSignedOut, markSignedIn, markSignedOut, markSigningIn, mayRedirect } from './redirect-limit.ts';

function aStorage(): () => KeyValueStorage {
  const kept = new Map<string, string>();
  return () => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  });
}

function blocked(): never {
  throw new DOMException('blocked', 'SecurityError');
}

describe('leaving for the sign-in', () => {
  it('happens by itself once in 30 seconds', () => {
    const storage = aStorage();
    expect(mayRedirect(storage, 1_000, 'loaded')).toBe(true);
    expect(mayRedirect(storage, 30_999, 'loaded')).toBe(false);
    expect(mayRedirect(storage, 31_000, 'loaded')).toBe(true);
  });

  it('may happen again after a sign-in that succeeded, but not when the API refuses what that brought', () => {
    const storage = aStorage();
    expect(mayRedirect(storage, 1_000, 'loaded')).toBe(true);
    markSignedIn(storage);
    expect(mayRedirect(storage, 2_000, 'loaded')).toBe(true);
    expect(mayRedirect(storage, 3_000, 'refused')).toBe(true);
    markSignedIn(storage);
    expect(mayRedirect(storage, 4_000, 'refused')).toBe(false);
  });

  it('is not held up by a clock that was set back', () => {
    const storage = aStorage();
    expect(mayRedirect(storage, 9_000_000, 'loaded')).toBe(true);
    expect(mayRedirect(storage, 1_000, 'loaded')).toBe(true);
  });

  it('does not happen after signing out, until somebody wants to sign in', () => {
    const storage = aStorage();
    markSignedOut(storage);
    expect(isSignedOut(storage)).toBe(true);
    expect(mayRedirect(storage, 1_000, 'loaded')).toBe(false);
    markSigningIn(storage);
    expect(mayRedirect(storage, 1_000, 'loaded')).toBe(true);
  });

  it('does not happen where nothing can be remembered: it could go on for ever', () => {
    expect(mayRedirect(blocked, 1_000, 'loaded')).toBe(false);
  });
});
