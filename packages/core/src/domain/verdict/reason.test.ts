import { expect, test } from 'vitest';
import { defaultNodeSettings } from '../../cost/node.ts';
import {
  comparison,
  explained,
  explanation,
  line,
  mebibyte,
  type Request,
  suggestion,
  verdict,
  workload,
} from '../../testing/verdict-input.ts';

test('memory is raised because of kills, at a price, with the confidence', () => {
  const input = {
    workload: workload({ app: { cpu: 0.1, memory: 768 * mebibyte } }),
    suggestion: suggestion({ app: { cpu: 0.1, memory: 1_611 * mebibyte } }),
    explanation: explanation([explained('cpu', {}), explained('memory', { kills: [1, 2, 6.9, 8] })]),
    settings: defaultNodeSettings,
    comparison: comparison(0.1, 2_000 * mebibyte),
  };
  expect(line(input)).toBe(
    'Raise memory 768Mi → 1611Mi · prevents OOM kills (3 this week) · costs $186/year more · then uses 50% of CPU and 62% of memory on average · confidence high: 14 of 14 days',
  );
  expect(verdict(input).kind).toBe('change');
  expect(verdict(input).netYearly).toBeCloseTo(-185.84, 1);
});

test('kills before this week count over 14 days', () => {
  const requests = [explained('memory', { kills: [8, 9] })];
  const raised = suggestion({ app: { memory: 900 * mebibyte } });
  expect(line({ suggestion: raised, explanation: explanation(requests) })).toContain(
    'prevents OOM kills (2 in 14 days)',
  );
});

const mebibytes = ([from, to]: readonly [number | null, number | null]) =>
  [from === null ? null : from * mebibyte, to === null ? null : to * mebibyte] as const;

test('a raise prevents kills only if it raises the limit above the one at which they happened', () => {
  const raised = suggestion({ app: { memory: 900 * mebibyte } });
  const of = (limit: readonly [number | null, number | null] | undefined, killedAt: number) => {
    const over = { daysOver: 3, timeOver: 0.01 };
    const more = { kills: [8, 9, 10], killedAt: killedAt * mebibyte, over };
    const request = explained('memory', limit === undefined ? more : { ...more, limit: mebibytes(limit) });
    return line({ suggestion: raised, explanation: explanation([request]) });
  };
  const prevents = 'prevents OOM kills (3 in 14 days)';
  expect(of([1024, 1400], 1024)).toContain(prevents);
  // The limit stays, or it is below the kills, or it was above them before.
  for (const limit of [
    [1024, 1024],
    [900, 1000],
    [1200, 1400],
    [null, null],
  ] as const)
    expect(of(limit, 1024)).toContain(" · a pod's memory was above its request on 3 of 14 days · ");
  // An unknown limit is not below the request.
  expect(of(undefined, 800)).toContain(prevents);
  expect(of(undefined, 1024)).not.toContain(prevents);
});

test('a cut says how often it would have been exceeded', () => {
  const cut = suggestion({ app: { cpu: 0.2 } });
  const of = (value: Partial<Request['replay']>) =>
    line({ suggestion: cut, explanation: explanation([explained('cpu', { value })]) });
  expect(of({})).toContain(' · never exceeded in 14 days · ');
  expect(of({ days: 2 })).toContain(' · never exceeded in 2 days · ');
  expect(of({ days: 1 })).toContain(' · never exceeded in 1 day · ');
  expect(of({ daysOver: 3, timeOver: 0.012 })).toContain(' · CPU above it 1.2% of the time · ');
  expect(of({ daysOver: 1, timeOver: 0.0002 })).toContain(' · CPU above it less than 0.1% of the time · ');
});

test('a cut below the limit of a kill says on how many days it would have been exceeded', () => {
  const cut = suggestion({ app: { cpu: 0.2, memory: 300 * mebibyte } });
  const of = (memory: Parameters<typeof explained>[1], cpu: Partial<Request['replay']> = {}) =>
    line({
      suggestion: cut,
      explanation: explanation([explained('cpu', { value: cpu }), explained('memory', memory)]),
    });
  const days = ' · memory exceeded on 3 of 14 days · ';
  expect(of({ value: { daysOver: 3 } })).toContain(days);
  expect(of({ value: { daysOver: 3 } }, { daysOver: 2, timeOver: 0.005 })).toContain(days);
  const killed = { kills: [8, 9, 10], killedAt: 512 * mebibyte, value: { daysOver: 3, timeOver: 0.0002 } };
  expect(of(killed)).toContain(days);
  // The suggested request of this explanation is 1.
  expect(of({ ...killed, killedAt: 0.9 })).toContain('memory above it less than 0.1% of the time');
});

test('the request with the fewest days of samples says how long a cut was never exceeded', () => {
  const cut = suggestion({ app: { cpu: 0.2, memory: 300 * mebibyte } });
  const requests = [explained('cpu', { value: { days: 9 } }), explained('memory', { value: { days: 3 } })];
  expect(line({ suggestion: cut, explanation: explanation(requests) })).toContain(' · never exceeded in 3 days · ');
});

test('usage above the requests is no reason for a cut', () => {
  const cut = suggestion({ app: { memory: 300 * mebibyte } });
  const over = { suggestion: cut, comparison: comparison(1.2, 1) };
  expect(line({ ...over, comparison: comparison(0.2, 2e12) })).toBe(
    'Keep the requests · memory usage was above the requests, although 14 days suggest less',
  );
  expect(verdict({ ...over, comparison: comparison(0.2, 2e12) }).kind).toBe('fits');
});

test('memory above its request hides no cut of CPU if the suggestion raises memory a little', () => {
  const requests = { cpu: 2, memory: 1000 * mebibyte };
  const input = {
    workload: workload({ app: requests }),
    suggestion: suggestion({ app: { cpu: 0.2, memory: 1080 * mebibyte } }),
    explanation: explanation([explained('cpu', {}), explained('memory', { over: { timeOver: 0.9, daysOver: 14 } })]),
    comparison: comparison(0.2, 2e12),
  };
  expect(line(input)).toContain(
    "Lower CPU 2 → 200m, raise memory 1000Mi → 1080Mi · a pod's memory was above its request on 14 of 14 days",
  );
  expect(verdict(input)).toMatchObject({ kind: 'change', canExport: true });
  const lower = { ...input, suggestion: suggestion({ app: { cpu: 0.2, memory: 990 * mebibyte } }) };
  expect(line(lower)).toContain(
    'Keep the requests · memory usage was above the requests, although 14 days suggest less · ',
  );
  const cpuToo = { ...lower, comparison: comparison(1.2, 2e12) };
  expect(line(cpuToo)).toContain('CPU and memory usage was above the requests');
});
