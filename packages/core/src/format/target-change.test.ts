import { expect, test } from 'vitest';
import { targetChangeParts } from './target-change.ts';

const mebibyte = 2 ** 20;

test('a change has a part for each value that changes, in Kubernetes units', () => {
  const change = {
    cpu: { before: 0.1 + 0.2, after: 0.05 },
    memory: { before: 768 * mebibyte, after: 1611.3 * mebibyte },
    replicas: { before: 2, after: 4 },
  };
  expect(targetChangeParts(change)).toEqual(['CPU 300m → 50m', 'Memory 768Mi → 1611Mi', '2 → 4 pods']);
  expect(targetChangeParts({ memory: { before: 2 ** 30, after: 500e6 } })).toEqual(['Memory 1Gi → 500M']);
  expect(targetChangeParts({ memory: { before: 2 ** 30, after: 500e6 + 1 } })).toEqual(['Memory 1Gi → 477Mi']);
  expect(targetChangeParts({ replicas: { before: 2, after: 1 } })).toEqual(['2 → 1 pod']);
  expect(targetChangeParts({})).toEqual([]);
});

test('a missing request is none, and a missing count of pods is a dash', () => {
  expect(targetChangeParts({ cpu: { before: null, after: 2 }, replicas: { before: null, after: 3 } })).toEqual([
    'CPU none → 2',
    '— → 3 pods',
  ]);
});
