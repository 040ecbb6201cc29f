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
  return { clock, made, kept: new PerPrincipal(clock, make, { weigh: ({ weight }) => weight, mostWeight }) };
}

describe('what is kept per principal', () => {
  it('is the same thing for one of them, and another for each', () => {
    const { kept } = shares();
    expect(kept.of('a')).toBe(kept.of('a'));
    expect(kept.of('a')).not.toBe(kept.of('b'));
  });

  it('goes when all of it weighs too much: first what was used least lately', () => {
    const { kept, made } = shares();
    const [a, b] = [kept.of('a'), kept.of('b')];
    a.weight = 6;
    b.weight = 4;
    kept.trim();
    expect(kept.of('b')).toBe(b);
    expect(kept.of('a')).toBe(a);
    kept.of('c').weight = 1;
    kept.trim();
    expect([...kept.all()].map((share) => made.indexOf(share)).toSorted((left, right) => left - right)).toEqual([0, 2]);
  });

  it('stays with whoever asks, however much it weighs', () => {
    const { kept } = shares();
    const a = kept.of('a');
    a.weight = 1_000;
    kept.trim();
    expect(kept.of('a')).toBe(a);
    kept.of('b').weight = 1;
    kept.trim();
    expect(kept.of('a')).not.toBe(a);
  });

  it('goes when its principal was silent for five minutes', () => {
    const { kept, clock } = shares();
    const a = kept.of('a');
    clock.at = 4 * minute;
    kept.of('b');
    expect(kept.of('a')).toBe(a);
    clock.at = 9 * minute;
    kept.of('b');
    expect([...kept.all()]).toHaveLength(1);
    expect(kept.of('a')).not.toBe(a);
  });

  it('is kept of 256 principals at most', () => {
    const { kept } = shares();
    const first = kept.of('0');
    for (let who = 1; who < 1_000; who += 1) kept.of(String(who));
    expect([...kept.all()]).toHaveLength(256);
    expect(kept.of('0')).not.toBe(first);
  });
});
