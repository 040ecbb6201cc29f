import { expect, it } from 'vitest';
import { createParseTurns } from './parse-turns.ts';

function busyFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

it('many parts that have arrived are parsed one after the other, with other tasks between them', async () => {
  const inParseTurn = createParseTurns();
  const order: string[] = [];
  setTimeout(() => order.push('another task'), 0);
  const part = (name: string) =>
    inParseTurn(() => {
      busyFor(11);
      order.push(name);
    });
  await Promise.all([part('first'), part('second'), part('third')]);
  expect(order.filter((name) => name !== 'another task')).toEqual(['first', 'second', 'third']);
  expect(order.indexOf('another task')).toBeLessThan(order.indexOf('third'));
});

it('a flood of parts is parsed during a third of the time, a few parts at once', async () => {
  let time = 0;
  const pauses: number[] = [];
  const pause = async (ms: number) => {
    time += ms;
    pauses.push(ms);
  };
  const inParseTurn = createParseTurns({ now: () => time, pause });
  const parse = async (parts: number): Promise<number> => {
    pauses.length = 0;
    for (let count = 0; count < parts; count += 1) await inParseTurn(() => void (time += 11));
    return pauses.length;
  };
  expect(await parse(10)).toBe(0);
  await parse(10);
  expect(await parse(20)).toBe(20);
  expect(pauses).toEqual(Array.from({ length: 20 }, () => 20));
  time += 1_000;
  expect(await parse(10)).toBe(0);
});

it('parts that arrive one after the other are parsed without pauses', async () => {
  let time = 0;
  const pauses: number[] = [];
  const pause = async (ms: number) => void pauses.push(ms);
  const inParseTurn = createParseTurns({ now: () => time, pause });
  for (let count = 0; count < 500; count += 1) {
    await inParseTurn(() => void (time += 1));
    time += 14;
  }
  expect(pauses).toEqual([]);
});

it('a part that cannot be parsed does not hold back the next one', async () => {
  const inParseTurn = createParseTurns();
  const failing = inParseTurn(() => JSON.parse('{'));
  const next = inParseTurn(() => 'parsed');
  await expect(failing).rejects.toThrow(SyntaxError);
  expect(await next).toBe('parsed');
});
