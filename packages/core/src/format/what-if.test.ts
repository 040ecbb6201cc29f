import { describe, expect, test } from 'vitest';
import { exampleOf } from '../api/openapi/examples/index.ts';
import { type WhatIf, whatIfSchema } from '../api/schemas/what-if.ts';
import { formatMinutes, formatNodeShares, whatIfFindings } from './what-if.ts';

/**
 * Ten pods may run, and 14 are needed. The times have no time zone, so that the texts are the same in all time zones.
 */
const answer = whatIfSchema.parse(exampleOf('extensions.whatIf').answer);
const example: WhatIf = { ...answer, replicas: { ...answer.replicas, peakAt: '2026-11-09T14:05:00' } };
const [cpu] = example.containers;
if (cpu === undefined) throw new Error('the example has a container');

const texts = (changes: Partial<WhatIf> = {}) => whatIfFindings({ ...example, ...changes }).map(({ text }) => text);
const withReplicas = (changes: Partial<WhatIf['replicas']>) => ({ replicas: { ...example.replicas, ...changes } });
const withContainer = (changes: Partial<typeof cpu>) => ({ containers: [{ ...cpu, ...changes }] });

describe('the findings of a what-if', () => {
  test('name pods, exceeded requests, nodes and dollars', () => {
    expect(whatIfFindings(example)).toEqual([
      {
        tone: 'exceeded',
        text: 'Needs up to 14 pods at Nov 9, 14:05. At most 10 may run, so for 35 minutes there are too few.',
      },
      {
        tone: 'exceeded',
        text: 'The CPU request of app (500m) is exceeded for 20 minutes: up to 620m per pod.',
      },
      {
        tone: 'sufficient',
        text: 'Requests 5 cores and 10.7G of memory at the peak. In nodes: 1.25 by CPU, 0.67 by memory; now 0.5 and 0.27.',
      },
      { tone: 'sufficient', text: 'Costs $0.24 an hour at the peak, $0.096 now; $3.60 for the whole time.' },
    ]);
  });

  test('say what suffices', () => {
    const found = texts({
      ...withReplicas({ needed: 1, minutesShort: 0 }),
      ...withContainer({ minutesOverRequest: 0 }),
    });
    expect(found.slice(0, 2)).toEqual([
      'Needs up to 1 pod at Nov 9, 14:05. At most 10 may run.',
      'No request and no known limit is exceeded.',
    ]);
  });

  test.each([
    [{ peak: 5 }, 'Stays at 5 pods.'],
    [{ peak: null }, 'The number of pods is unknown.'],
  ])('describe fixed replicas: %j', (changes, text) => {
    const fixed = { rule: 'fixed', needed: null, maxReplicas: null, minutesShort: null } as const;
    expect(texts(withReplicas({ ...fixed, ...changes }))[0]).toBe(text);
  });

  test.each([
    ['memory', 'app would be killed: it needs more than its memory limit of 1G for 10 minutes.'],
    ['cpu', 'app would be throttled: it needs more than its CPU limit of 1G for 10 minutes.'],
  ] as const)('tell what a limit of %s does', (resource, text) => {
    expect(texts(withContainer({ resource, limit: 1e9, minutesOverRequest: 0, minutesOverLimit: 10 }))[1]).toBe(text);
  });

  test('name what is unknown', () => {
    const found = whatIfFindings({
      ...example,
      problems: ['60 minutes without samples are not counted.'],
      containers: [
        { ...cpu, request: null, minutesOverRequest: null },
        { ...cpu, container: 'new', minutesWithSamples: 0, minutesOverRequest: null },
      ],
      dollars: null,
    });
    expect(found.filter(({ tone }) => tone === 'unknown').map(({ text }) => text)).toEqual([
      'app has no CPU request.',
      'The CPU usage of new is unknown.',
      '60 minutes without samples are not counted.',
      expect.stringContaining('— for the whole time'),
    ]);
  });
});

test.each([
  [0, '0 minutes'],
  [1, '1 minute'],
  [99, '99 minutes'],
  [119, '1 h 59 min'],
  [120, '2 h'],
  [1435, '23 h 55 min'],
  [null, '—'],
])('%s minutes are %s', (minutes, text) => {
  expect(formatMinutes(minutes)).toBe(text);
});

test('nodes have two decimals', () => {
  expect(formatNodeShares({ cpu: 1.256, memory: 0.5 })).toBe('1.26 by CPU, 0.5 by memory');
  expect(formatNodeShares({ cpu: 12, memory: null })).toBe('12 by CPU, — by memory');
});
