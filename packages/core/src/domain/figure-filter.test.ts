import { expect, test } from 'vitest';
import { parseFigureFilter } from './figure-filter.ts';

const figures = { cpu: 90, memory: null, oom_kills: 0, restarts: 3, net: -12.5, cost: 1_000 };

test.each([
  ['cpu>90', false],
  ['cpu>=90', true],
  ['cpu<90.5', true],
  ['oom_kills<=0', true],
  ['net < 0 , cost >= 1000', true],
  ['net<-12.5', false],
  ['cpu>=90,restarts>3', false],
  ['memory>0', false],
  ['memory<1000', false],
])('%s is %s', (text, holds) => {
  expect(parseFigureFilter(text)?.((name) => figures[name])).toBe(holds);
});

test.each(['', 'cpu', 'cpu>', 'cpu=90', 'cpu>90%', 'constructor>1', 'cpu>1,', 'cpu>1e3', `cpu>${'9'.repeat(300)}`])(
  '%j is no filter',
  (text) => {
    expect(parseFigureFilter(text)).toBeNull();
  },
);
