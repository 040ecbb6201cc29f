import { describe, expect, it } from 'vitest';
import type { Reliability } from '../api/schemas/reliability.ts';
import { reliabilityEventText, reliabilityRows } from './reliability.ts';

const start = '2026-11-11T12:00:00Z';
const calm = { value: 0, last: null, since: start, unknown: null };
const answer: Reliability = {
  namespace: 'shop',
  name: 'web',
  created: '2026-11-18T12:00:00Z',
  window: { start, end: '2026-11-18T12:00:00Z' },
  oomKills: calm,
  restarts: calm,
  throttling: calm,
  cpuAbove: calm,
  memoryAbove: calm,
  memoryOfLimit: { ...calm, value: 0.5 },
  leak: { isSeen: false, container: null, bytesPerDay: null, hoursToLimit: null, unknown: null },
  eventsSince: start,
  events: [],
  limits: [],
};
const rowOf = (id: string, changes: Partial<Reliability> = {}) =>
  reliabilityRows({ ...answer, ...changes }).find((row) => row.id === id);
const leak = (changes: Partial<Reliability['leak']>) => rowOf('leak', { leak: { ...answer.leak, ...changes } });

describe('the rows of the reliability', () => {
  it('say that nothing happened, with the window', () => {
    expect(reliabilityRows(answer).map(({ label, text, window, tone }) => [label, text, window, tone])).toEqual([
      ['OOM kills', '0', '7 days', 'good'],
      ['Restarts', '0', '7 days', 'good'],
      ['CPU throttling', '0.0% of periods', '7 days', 'good'],
      ['CPU above request', '0 min a day', '7 days', 'good'],
      ['Memory above request', '0 min a day', '7 days', 'good'],
      ['Memory peak', '50.0% of limit', '7 days', 'good'],
      ['Memory leak', 'No leak seen', '7 days', 'good'],
    ]);
  });

  it('have the last occurrence, and the time from which it was observed if that is a part of the window', () => {
    const oomKills = { value: 3, last: '2026-11-18T08:15:00Z', since: '2026-11-16T10:00:00Z', unknown: null };
    expect(rowOf('oomKills', { oomKills })).toMatchObject({
      text: '3',
      window: expect.stringMatching(/^since Nov 16, \d\d:00$/),
      last: expect.stringMatching(/^Nov 18, \d\d:15$/),
      tone: 'danger',
    });
  });

  it('show a dash and the reason for an unknown figure, never a zero', () => {
    const unknown = 'No container has a memory limit and samples.';
    expect(rowOf('memoryOfLimit', { memoryOfLimit: { value: null, last: null, since: null, unknown } })).toMatchObject({
      text: '—',
      note: unknown,
      tone: 'unknown',
      window: '7 days',
    });
  });

  it('warn of throttling and exceeded requests only if they are frequent', () => {
    expect(rowOf('throttling', { throttling: { ...calm, value: 0.049 } })?.tone).toBe('good');
    expect(rowOf('throttling', { throttling: { ...calm, value: 0.05 } })?.tone).toBe('warning');
    expect(rowOf('cpuAbove', { cpuAbove: { ...calm, value: 60 } })).toMatchObject({
      text: '60 min a day',
      tone: 'warning',
      note: 'All pods together.',
    });
  });

  it('say roughly when a leak reaches the limit', () => {
    const seen = { isSeen: true, container: 'app', bytesPerDay: 50 * 2 ** 20 };
    expect(leak({ ...seen, hoursToLimit: 101 })).toMatchObject({
      text: 'Limit in about 4 days',
      note: 'app grows by 50Mi a day.',
      tone: 'danger',
      value: 101,
    });
    expect(leak({ ...seen, hoursToLimit: 30 })?.text).toBe('Limit in about 30 hours');
    expect(leak({ ...seen, hoursToLimit: 0 })?.text).toBe('Limit in less than an hour');
    expect(leak({ ...seen, hoursToLimit: 1_000 })?.tone).toBe('warning');
    expect(leak(seen)).toMatchObject({ text: 'Growing', note: 'app grows by 50Mi a day and has no memory limit.' });
    expect(leak({ isSeen: null, unknown: 'It takes 72 hours.' })).toMatchObject({
      text: '—',
      note: 'It takes 72 hours.',
    });
  });
});

describe('the text of an event', () => {
  const at = '2026-11-18T08:15:00Z';
  it.each([
    [{ kind: 'oomKill', container: 'app', count: 1 }, 'OOM kill of app'],
    [{ kind: 'oomKill', container: 'app', count: 2 }, '2 OOM kills of app'],
    [{ kind: 'restart', container: 'app', count: 1 }, 'Restart of app'],
    [{ kind: 'restart', container: 'app', count: 2 }, '2 restarts of app'],
    [{ kind: 'deployment', container: null, count: 1, version: 'shop/web:1.5' }, 'Deployed shop/web:1.5'],
    [
      { kind: 'request', container: 'app', count: 1, resource: 'cpu', from: 0.5, to: 0.25 },
      'CPU request of app 500m → 250m',
    ],
    [
      { kind: 'limit', container: 'app', count: 1, resource: 'memory', from: 2 ** 28, to: 2 ** 29 },
      'Memory limit of app 256Mi → 512Mi',
    ],
    [{ kind: 'eviction', container: 'app', count: 1 }, 'eviction of app'],
  ] as const)('names %o', (event, text) => {
    expect(reliabilityEventText({ at, ...event })).toBe(text);
  });
});
