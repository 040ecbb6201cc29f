import { describe, expect, test } from 'vitest';
import { judge } from './verification.ts';

type Figures = Parameters<typeof judge>[0];
const calm: Figures = {
  cpu_usage: 0.5,
  memory_usage: 100,
  cpu_requested: 1,
  memory_requested: 200,
  oom_kills: 0,
  restarts: 0,
  cpu_throttled: 0,
  yearly_cost: 1_000,
  observed: 1,
};
const figures = (changes: Partial<Figures> = {}): Figures => ({ ...calm, ...changes });
const killed = (count: number) => figures({ oom_kills: count, restarts: count });

describe('the verdict on a change', () => {
  test.each<[string, Figures, Figures, string, string]>([
    [
      'nothing changed',
      figures(),
      figures(),
      'same',
      'No out-of-memory kills or restarts before and after, costs the same.',
    ],
    [
      'it saves money',
      figures(),
      figures({ yearly_cost: 400 }),
      'better',
      'No out-of-memory kills or restarts before and after, costs $600 a year less.',
    ],
    ['it costs more', figures(), figures({ yearly_cost: 1_150 }), 'worse', 'costs $150 a year more.'],
    [
      'kills stopped, and it costs more',
      killed(3),
      figures({ yearly_cost: 1_150 }),
      'better',
      'No out-of-memory kills (3 before), costs $150 a year more.',
    ],
    [
      'kills began, and it saves money',
      figures(),
      { ...killed(1), yearly_cost: 400 },
      'worse',
      '1 out-of-memory kill (none before), costs $600 a year less.',
    ],
    [
      'about as many restarts',
      figures({ restarts: 9 }),
      figures({ restarts: 10 }),
      'same',
      '10 other restarts (9 before).',
    ],
    ['many more restarts', figures({ restarts: 2 }), figures({ restarts: 9 }), 'worse', '9 other restarts (2 before).'],
    [
      'the CPU is throttled',
      figures(),
      figures({ cpu_throttled: 0.25 }),
      'worse',
      'CPU throttled 25% of the time (0% before).',
    ],
    [
      'requests cover the usage',
      figures({ memory_usage: 300 }),
      figures({ memory_requested: 400, yearly_cost: 1_200 }),
      'better',
      'mean memory usage is no longer above the requests, costs $200 a year more.',
    ],
    [
      'the load is another',
      figures(),
      figures({ cpu_usage: 1.5, yearly_cost: 400 }),
      'unclear',
      'but CPU usage was 300% of that before.',
    ],
    [
      'hardly anything was observed after it',
      figures(),
      figures({ observed: 0.2 }),
      'unclear',
      'Usage was observed in only 20% of the time after the change.',
    ],
    [
      'the cost after it is unknown',
      figures(),
      figures({ yearly_cost: null }),
      'same',
      'No out-of-memory kills or restarts before and after, the cost after is unknown.',
    ],
    [
      'the cost before it is unknown, and kills began',
      figures({ yearly_cost: null }),
      killed(1),
      'worse',
      '1 out-of-memory kill (none before), the cost before is unknown.',
    ],
    [
      'only the cost of one side is known',
      figures({ oom_kills: null, restarts: null, cpu_throttled: null, cpu_usage: null, memory_usage: null }),
      figures({
        oom_kills: null,
        restarts: null,
        cpu_throttled: null,
        cpu_usage: null,
        memory_usage: null,
        yearly_cost: null,
      }),
      'unclear',
      'The cost after is unknown.',
    ],
    [
      'the figures are unknown',
      figures({ cpu_usage: null, memory_usage: null, oom_kills: null, restarts: null, yearly_cost: null }),
      figures({ cpu_usage: null, memory_usage: null, oom_kills: null, restarts: null, yearly_cost: null }),
      'unclear',
      'Nothing could be compared.',
    ],
  ])('%s', (_, before, after, verdict, sentence) => {
    const judged = judge(before, after);
    expect(judged).toEqual({ verdict, sentence: expect.stringContaining(sentence) });
  });
});
