import {
  formatCount,
  formatDate,
  formatMinutes,
  formatMoney,
  formatMoneyRate,
  formatNodeShares,
  formatResource,
  resourceLabels,
  type WhatIf,
} from '@trimtab/core';
import { type Fact, fact, factsBlock } from '../../output/facts.ts';
import type { TextStyle } from '../../output/style.ts';
import { type Block, column, type TextColumn, table } from '../../output/table.ts';

type Container = WhatIf['containers'][number];

const minutesStyle = (minutes: number | null): TextStyle => (minutes === null ? 'dim' : minutes > 0 ? 'bad' : 'good');
/** A duration in words. */
const lasting = (minutes: number | null): string => (minutes === 0 ? 'never' : formatMinutes(minutes));

const columns: readonly TextColumn<Container>[] = [
  column('container', 'CONTAINER', ({ container }) => container, { minimum: 8 }),
  column('resource', 'RESOURCE', ({ resource }) => resourceLabels[resource]),
  column('highest', 'HIGHEST', ({ resource, highest }) => formatResource(resource, highest), { align: 'right' }),
  column('request', 'REQUEST', ({ resource, request }) => formatResource(resource, request), { align: 'right' }),
  column('minutes_over_request', 'EXCEEDED', ({ minutesOverRequest }) => lasting(minutesOverRequest), {
    style: ({ minutesOverRequest }) => minutesStyle(minutesOverRequest),
    align: 'right',
  }),
  column('limit', 'LIMIT', ({ resource, limit }) => formatResource(resource, limit), { align: 'right' }),
  column('minutes_over_limit', 'EXCEEDED', ({ minutesOverLimit }) => lasting(minutesOverLimit), {
    style: ({ minutesOverLimit }) => minutesStyle(minutesOverLimit),
    align: 'right',
  }),
];

// A server may leave out the time zone, so the strict reader of core cannot be used.
const time = (text: string): string => formatDate(Date.parse(text), 'MMM d, HH:mm');

const amounts = ({ cpu, memory }: WhatIf['now']): string =>
  `${formatResource('cpu', cpu)} CPU, ${formatResource('memory', memory)} memory`;

function podFacts({ replicas }: WhatIf): Fact[] {
  const { rule, peak, needed, maxReplicas, minutesShort, peakAt } = replicas;
  if (rule === 'fixed') return [fact('peak', 'Pods', `${formatCount(peak)}, not scaled`, { value: peak })];
  const needs = `up to ${formatCount(needed)}, at ${time(peakAt ?? '')}`;
  return [
    fact('needed', 'Pods needed', needs, { value: needed }),
    fact('max_replicas', 'Pods allowed', formatCount(maxReplicas), { value: maxReplicas }),
    fact('minutes_short', 'Too few pods', lasting(minutesShort), {
      value: minutesShort,
      style: minutesStyle(minutesShort),
    }),
  ];
}

function loadFacts(answer: WhatIf): Fact[] {
  const { window, scale, now, peak, dollars } = answer;
  return [
    fact('load', 'Load', `${time(window.start)} to ${time(window.end)}, times ${scale}`, {
      plain: `${window.start}/${window.end} × ${scale}`,
    }),
    ...podFacts(answer),
    fact('requests_at_peak', 'Requests at the peak', amounts(peak)),
    fact('nodes_at_peak', 'Nodes at the peak', formatNodeShares(peak.nodeShares)),
    fact('nodes_now', 'Nodes now', formatNodeShares(now.nodeShares)),
    fact('dollars_per_hour_at_peak', 'Cost at the peak', `${formatMoneyRate(peak.dollarsPerHour)} an hour`, {
      value: peak.dollarsPerHour,
    }),
    fact('dollars_per_hour_now', 'Cost now', `${formatMoneyRate(now.dollarsPerHour)} an hour`, {
      value: now.dollarsPerHour,
    }),
    fact('dollars', 'Cost of the whole time', formatMoney(dollars), { value: dollars }),
  ];
}

export const whatIfBlocks = (answer: WhatIf): Block[] => [
  factsBlock(`${answer.namespace}/${answer.name}`, loadFacts(answer)),
  table(answer.containers, columns, 'Per pod'),
];

/** The facts for a pipe, one per line. */
export const whatIfFacts = (answer: WhatIf): Fact[] => [
  ...loadFacts(answer),
  ...answer.containers.flatMap((container) =>
    columns.slice(2).map((each): Fact => {
      const id = `${container.container}.${container.resource}.${each.id}`;
      return fact(id, id, each.text(container));
    }),
  ),
];
