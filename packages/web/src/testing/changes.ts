import type { Change, ChangeState } from '@trimtab/core';

/** A workload with one container that requests this much CPU. */
export const requesting = (cpu_request: number | null): ChangeState => ({
  containers: [
    { name: 'app', cpu_request, cpu_limit: null, memory_request: 2 ** 30, memory_limit: null, image: 'shop/web:1' },
  ],
  replicas: null,
  min_replicas: 1,
  max_replicas: 9,
});

const pending = { state: 'pending', due: '2030-01-01T00:00:00Z', verdict: null, before: null, after: null } as const;

/** A smaller CPU request, which was worse after a day, for the reason in `sentence`. */
export const aCut = (before: number, after: number, sentence: string): Change => ({
  id: 'resources.1',
  at: '2026-11-19T23:14:00Z',
  namespace: 'shop',
  name: 'web',
  kind: 'Deployment',
  event: 'resources',
  by: null,
  before: requesting(before),
  after: requesting(after),
  suggestion: '7',
  verification: { day: { ...pending, state: 'done', verdict: 'worse', sentence }, week: pending },
});

export const anEnrollment = (name: string): Change => ({
  ...aCut(1, 1, ''),
  id: 'enrolled.1',
  name,
  event: 'enrolled',
  by: 'olga',
  before: null,
  after: null,
  suggestion: null,
  verification: null,
});
