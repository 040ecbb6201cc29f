import { expect, it } from 'vitest';
import { SourceError } from '../../../ports/index.ts';
import { responseTooLarge } from './response.ts';
import { createNamespaceSplitter } from './split-namespaces.ts';

const names = Array.from({ length: 64 }, (_, index) => `team-${index}`);

/** A Prometheus that answers at most `most` namespaces together. */
function limited(most: number) {
  const clock = { time: 0, now: () => clock.time };
  const split = createNamespaceSplitter(clock);
  const sizes: number[] = [];
  let running = 0;
  const read = async (part: readonly string[] = []) => {
    sizes.push(part.length);
    running += 1;
    expect(running).toBe(1);
    await Promise.resolve();
    running -= 1;
    if (part.length > most) throw responseTooLarge(1);
    return { items: [...part], problems: [] };
  };
  return { clock, sizes, all: async () => (await split(names, read)).items };
}

it('one batch of each size is too large, then all are read one after the other in the size that fits', async () => {
  const { sizes, all } = limited(8);
  expect(await all()).toEqual(names);
  expect(sizes).toEqual([64, 32, 16, ...Array.from({ length: 8 }, () => 8)]);
});

it('the size is remembered for half an hour', async () => {
  const { clock, sizes, all } = limited(32);
  await all();
  clock.time += 29 * 60_000;
  await all();
  expect(sizes).toEqual([64, 32, 32, 32, 32]);
  clock.time += 60_000;
  await all();
  expect(sizes.slice(5)).toEqual([64, 32, 32]);
});

it('the size is forgotten if the clock is set back', async () => {
  const { clock, sizes, all } = limited(32);
  await all();
  clock.time -= 60 * 60_000;
  await all();
  expect(sizes).toEqual([64, 32, 32, 64, 32, 32]);
});

it('does not read on for long when every batch times out', async () => {
  const clock = { time: 0, now: () => clock.time };
  const reading = createNamespaceSplitter(clock)(names, async () => {
    clock.time += 20_000;
    throw new SourceError('Prometheus did not answer.', { timedOut: true });
  });
  await expect(reading).rejects.toThrow('did not answer');
  expect(clock.time).toBe(120_000);
});
