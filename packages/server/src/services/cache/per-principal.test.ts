import { describe, expect, it } from 'vitest';
import { PerPrincipal } from './per-principal.ts';

const minute = 60_000;

function shares(mostWeight = 10) {
  const clock = { at: 0, now: () => clock.at };
  const made: { weight: number }[] = [];
  const make = () => {
    const share = { weight: 0 };
    made.push(share);
    return share;
  };
  return { clock, made, cache: new PerPrincipal(clock, make, { weigh: ({ weight }) => weight, mostWeight }) };
}

describe('PerPrincipal', () => {
  it('returns one share per principal', () => {
    const { cache } = shares();
    expect(cache.of('a')).toBe(cache.of('a'));
    expect(cache.of('a')).not.toBe(cache.of('b'));
  });

  it('evicts the least recently used shares when all shares are too heavy', () => {
    const { cache, made } = shares();
    for (const principal of ['a', 'b', 'c']) cache.of(principal).weight = 3;
    cache.of('a');
    cache.trim();
    cache.of('d').weight = 3;
    cache.trim();
    expect([...cache.all()].map((share) => made.indexOf(share)).toSorted((left, right) => left - right)).toEqual([
      0, 2, 3,
    ]);
  });

  it('keeps the last three shares, even if each exceeds the bound alone', () => {
    const { cache } = shares();
    const all = ['a', 'b', 'c'].map((principal) => cache.of(principal));
    for (const share of all) share.weight = 1_000;
    cache.trim();
    expect([...cache.all()]).toHaveLength(3);
    cache.of('d').weight = 1;
    cache.trim();
    expect(cache.of('a')).not.toBe(all[0]);
  });

  it('drops a share after five minutes without use', () => {
    const { cache, clock } = shares();
    const a = cache.of('a');
    clock.at = 4 * minute;
    cache.of('b');
    expect(cache.of('a')).toBe(a);
    clock.at = 9 * minute;
    cache.of('b');
    expect([...cache.all()]).toHaveLength(1);
    expect(cache.of('a')).not.toBe(a);
  });

  it('keeps at most 256 shares', () => {
    const { cache } = shares();
    const first = cache.of('0');
    for (let index = 1; index < 1_000; index += 1) cache.of(String(index));
    expect([...cache.all()]).toHaveLength(256);
    expect(cache.of('0')).not.toBe(first);
  });
});
