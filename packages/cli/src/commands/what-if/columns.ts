import {
  formatCount,
  formatDate,
  formatMinutes,
  formatMoney,
  formatMoneyRate,
  formatNodeShares,
  formatResource,
  missingMark,
  type ResourceName,
  resourceLabels,
  resourceNames,
  type WhatIf,
} from '@trimtab/core';
import { cellFacts, type Fact, fact, factsBlock, figure } from '../../output/facts.ts';
import type { TextStyle } from '../../output/style.ts';
import { type Block, column, numberColumn, type TextColumn, table } from '../../output/table.ts';

type Container = WhatIf['containers'][number];

const minutesStyle = (minutes: number | null): TextStyle => (minutes === null ? 'dim' : minutes > 0 ? 'bad' : 'good');
/** A duration in words. */
const lasting = (minutes: number | null): string => (minutes === 0 ? 'never' : formatMinutes(minutes));

type FigureOf = (container: Container) => number | null;

const amountColumn = (id: string, header: string, value: FigureOf): TextColumn<Container> =>
  numberColumn(id, header, value, (amount, { resource }) => formatResource(resource, amount));

const minutesColumn = (id: string, header: string, value: FigureOf): TextColumn<Container> =>
  numberColumn(id, header, value, lasting, { style: (each) => minutesStyle(value(each)) });

const columns: readonly TextColumn<Container>[] = [
  column('container', 'CONTAINER', ({ container }) => container, { minimum: 8 }),
  column('resource', 'RESOURCE', ({ resource }) => resourceLabels[resource]),
  amountColumn('highest', 'HIGHEST', ({ highest }) => highest),
  amountColumn('request', 'REQUEST', ({ request }) => request),
  minutesColumn('minutes_over_request', 'OVER REQUEST', ({ minutesOverRequest }) => minutesOverRequest),
  amountColumn('limit', 'LIMIT', ({ limit }) => limit),
  minutesColumn('minutes_over_limit', 'OVER LIMIT', ({ minutesOverLimit }) => minutesOverLimit),
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
    fact('needed', 'Pods needed', needs, { value: needed, plain: formatCount(needed) }),
    fact('max_replicas', 'Pods allowed', formatCount(maxReplicas), { value: maxReplicas }),
    fact('minutes_short', 'Too few pods', lasting(minutesShort), {
      value: minutesShort,
      style: minutesStyle(minutesShort),
    }),
  ];
}

const hourly = (id: string, label: string, value: number | null): Fact =>
  fact(id, label, `${formatMoneyRate(value)} an hour`, { value });

function dollarFacts({ now, peak, dollars }: WhatIf): Fact[] {
  return [
    hourly('dollars_per_hour_at_peak', 'Cost at the peak', peak.dollarsPerHour),
    hourly('dollars_per_hour_now', 'Cost now', now.dollarsPerHour),
    fact('dollars', 'Cost of the whole time', formatMoney(dollars), { value: dollars }),
  ];
}

function screenFacts(answer: WhatIf): Fact[] {
  const { window, scale, now, peak } = answer;
  return [
    fact('load', 'Load', `${time(window.start)} to ${time(window.end)}, times ${scale}`),
    ...podFacts(answer),
    fact('requests_at_peak', 'Requests at the peak', amounts(peak)),
    fact('nodes_at_peak', 'Nodes at the peak', formatNodeShares(peak.nodeShares)),
    fact('nodes_now', 'Nodes now', formatNodeShares(now.nodeShares)),
    ...dollarFacts(answer),
  ];
}

export const whatIfBlocks = (answer: WhatIf): Block[] => [
  factsBlock(`${answer.namespace}/${answer.name}`, screenFacts(answer)),
  table(answer.containers, columns, 'Per pod'),
];

/** A fact of each resource, for scripts. */
const perResource = (
  id: string,
  values: Readonly<Record<ResourceName, number | null>>,
  text: (resource: ResourceName, value: number | null) => string,
): Fact[] =>
  resourceNames.map((resource) => figure(`${id}.${resource}`, text(resource, values[resource]), values[resource]));

/** The facts for a pipe, one figure per line. */
export function whatIfFacts(answer: WhatIf): Fact[] {
  const { window, scale, now, peak } = answer;
  return [
    fact('window.start', 'Load from', window.start),
    fact('window.end', 'Load to', window.end),
    fact('scale', 'Scale', String(scale), { value: scale }),
    ...podFacts(answer),
    ...perResource('requests_at_peak', peak, formatResource),
    ...perResource('nodes_at_peak', peak.nodeShares, (_, share) => (share === null ? missingMark : String(share))),
    ...perResource('nodes_now', now.nodeShares, (_, share) => (share === null ? missingMark : String(share))),
    ...dollarFacts(answer),
    ...cellFacts(answer.containers, columns.slice(2), ({ container, resource }) => `${container}.${resource}`),
  ];
}
