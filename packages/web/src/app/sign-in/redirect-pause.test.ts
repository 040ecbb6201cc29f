import { describe, expect, it } from 'vitest';
import type { KeyValueStorage } from '../../browser/storage.ts';
import { isSignedOut, mayLeave, noteSignedIn, noteSignedOut, noteSigningIn } from './redirect-pause.ts';

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
    expect(mayLeave(storage, 1_000, 'loaded')).toBe(true);
    expect(mayLeave(storage, 30_999, 'loaded')).toBe(false);
    expect(mayLeave(storage, 31_000, 'loaded')).toBe(true);
  });

  it('may happen again after a sign-in that succeeded, but not when the API refuses what that brought', () => {
    const storage = aStorage();
    expect(mayLeave(storage, 1_000, 'loaded')).toBe(true);
    noteSignedIn(storage);
    expect(mayLeave(storage, 2_000, 'loaded')).toBe(true);
    expect(mayLeave(storage, 3_000, 'refused')).toBe(true);
    noteSignedIn(storage);
    expect(mayLeave(storage, 4_000, 'refused')).toBe(false);
  });

  it('is not held up by a clock that was set back', () => {
    const storage = aStorage();
    expect(mayLeave(storage, 9_000_000, 'loaded')).toBe(true);
    expect(mayLeave(storage, 1_000, 'loaded')).toBe(true);
  });

  it('does not happen after signing out, until somebody wants to sign in', () => {
    const storage = aStorage();
    noteSignedOut(storage);
    expect(isSignedOut(storage)).toBe(true);
    expect(mayLeave(storage, 1_000, 'loaded')).toBe(false);
    noteSigningIn(storage);
    expect(mayLeave(storage, 1_000, 'loaded')).toBe(true);
  });

  it('does not happen where nothing can be remembered: it could go on for ever', () => {
    expect(mayLeave(blocked, 1_000, 'loaded')).toBe(false);
  });
});
