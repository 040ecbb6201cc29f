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

it('a part that cannot be parsed does not hold back the next one', async () => {
  const inParseTurn = createParseTurns();
  const failing = inParseTurn(() => JSON.parse('{'));
  const next = inParseTurn(() => 'parsed');
  await expect(failing).rejects.toThrow(SyntaxError);
  expect(await next).toBe('parsed');
});
