import { InvalidArgumentError } from 'commander';
import { type Fact, factColumns } from '../../output/facts.ts';
import type { AskedLoad } from '../../services/target-what-if.ts';
import { defineTargetCommand } from '../define-target-command.ts';
import { completed, numberFrom, option } from '../options.ts';

const namedLoads = ['yesterday', 'busiest-day', 'forecast'] as const;

function loadOf(text: string): AskedLoad {
  const named = namedLoads.find((name) => name === text);
  if (named !== undefined) return named;
  const [start = '', end = '', ...more] = text.split('/');
  if (start === '' || end === '' || more.length > 0) {
    throw new InvalidArgumentError(
      `Use ${namedLoads.join(', ')}, or two times such as 2026-01-31T09:00Z/2026-01-31T18:00Z.`,
    );
  }
  return { start, end };
}

const factor = numberFrom(0.1, 10, 'Use a number from 0.1 to 10, such as 1.5.', { decimals: true });

function assumption(text: string): 'current' | 'suggested' {
  if (text === 'current' || text === 'suggested') return text;
  throw new InvalidArgumentError('Use current or suggested.');
}

type WhatIfOptions = { window: AskedLoad; scale: number; assume: 'current' | 'suggested' };

export const whatIfRun = defineTargetCommand<WhatIfOptions, Fact>({
  name: 'what-if',
  summary: 'show what targets need under more load',
  description:
    'Scales a load of the last two weeks, or the forecast of the next 24 hours, and shows the replicas that the ' +
    'autoscaler would run, the requests and limits that would be exceeded, the share of nodes and the cost.',
  options: [
    completed(
      option('--window <load>', 'yesterday, busiest-day, forecast, or START/END')
        .argParser(loadOf)
        .default('yesterday'),
      namedLoads,
    ),
    option('--scale <factor>', 'times this load, from 0.1 to 10').argParser(factor).default(2, '2'),
    completed(option('--assume <requests>', 'current or suggested requests').argParser(assumption).default('current'), [
      'current',
      'suggested',
    ]),
  ],
  examples: {
    'trimtab what-if -n storefront cart --window busiest-day --scale 2': 'twice the busiest day of the last two weeks',
    'trimtab what-if -n storefront cart -o json | jq .replicas': 'the replicas for twice the load of yesterday',
  },
  open: async (context, { window, scale, assume }) => {
    const [{ whatIf }, { whatIfBlocks, whatIfFacts }] = await Promise.all([
      import('../../services/target-what-if.ts'),
      import('./columns.ts'),
    ]);
    const asked = { load: window, scale, assume, now: context.now() };
    const client = await context.client();
    return async (target) => {
      const answer = await whatIf(client, target, asked);
      return {
        data: answer,
        rows: whatIfFacts(answer),
        columns: factColumns,
        blocks: () => whatIfBlocks(answer),
        notes: answer.problems,
      };
    };
  },
});
