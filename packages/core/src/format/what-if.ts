import type { WhatIf } from '../api/schemas/what-if.ts';
import { formatDate } from './date.ts';
import { type Figure, orMissing } from './missing.ts';
import { formatMoney, formatMoneyRate } from './money.ts';
import { formatCount, formatCounted } from './number.ts';
import { formatResource } from './resource.ts';
import { printDecimal } from './round.ts';

/** One result in words. `exceeded`: a resource does not suffice for the load. `unknown`: it could not be computed. */
export type WhatIfFinding = { readonly tone: 'exceeded' | 'sufficient' | 'unknown'; readonly text: string };

/** The resources inside a sentence. */
const words = { cpu: 'CPU', memory: 'memory' } as const;

/** The results of a what-if in the order in which a reader needs them: pods, requests and limits, nodes, dollars. */
export function whatIfFindings(answer: WhatIf): WhatIfFinding[] {
  const { problems } = answer;
  return [
    replicaFinding(answer),
    ...containerFindings(answer),
    ...problems.map((text): WhatIfFinding => ({ tone: 'unknown', text })),
    nodeFinding(answer),
    dollarFinding(answer),
  ];
}

function replicaFinding({ replicas }: WhatIf): WhatIfFinding {
  const { rule, peak, needed, maxReplicas, minutesShort, peakAt } = replicas;
  if (rule === 'fixed') {
    return peak === null
      ? { tone: 'unknown', text: 'The number of pods is unknown.' }
      : { tone: 'sufficient', text: `Stays at ${formatCounted(peak, 'pod')}.` };
  }
  const needs = `Needs up to ${formatCounted(needed, 'pod')} at ${formatDate(Date.parse(peakAt ?? ''), 'MMM d, HH:mm')}.`;
  const most = `At most ${formatCount(maxReplicas)} may run`;
  return minutesShort !== null && minutesShort > 0
    ? { tone: 'exceeded', text: `${needs} ${most}, so for ${formatMinutes(minutesShort)} there are too few.` }
    : { tone: 'sufficient', text: `${needs} ${most}.` };
}

function containerFindings({ containers }: WhatIf): WhatIfFinding[] {
  const exceeded = containers.flatMap((one) => [...overRequest(one), ...overLimit(one)]);
  const isJudged = containers.some(({ minutesOverRequest }) => minutesOverRequest !== null);
  const noneExceeded: WhatIfFinding = { tone: 'sufficient', text: 'No request and no known limit is exceeded.' };
  return [...(exceeded.length > 0 ? exceeded : isJudged ? [noneExceeded] : []), ...containers.flatMap(unjudged)];
}

type Container = WhatIf['containers'][number];

const isAbove = (minutes: number | null): minutes is number => minutes !== null && minutes > 0;

function overRequest({ container, resource, request, highest, minutesOverRequest }: Container): WhatIfFinding[] {
  if (!isAbove(minutesOverRequest)) return [];
  const [amount, most] = [formatResource(resource, request), formatResource(resource, highest)];
  const what = `The ${words[resource]} request of ${container} (${amount}) is exceeded`;
  return [{ tone: 'exceeded', text: `${what} for ${formatMinutes(minutesOverRequest)}: up to ${most} per pod.` }];
}

function overLimit({ container, resource, limit, minutesOverLimit }: Container): WhatIfFinding[] {
  if (!isAbove(minutesOverLimit)) return [];
  const minutes = formatMinutes(minutesOverLimit);
  const amount = formatResource(resource, limit);
  const text =
    resource === 'memory'
      ? `${container} would be killed: it needs more than its memory limit of ${amount} for ${minutes}.`
      : `${container} would be throttled: it needs more than its CPU limit of ${amount} for ${minutes}.`;
  return [{ tone: 'exceeded', text }];
}

function unjudged({ container, resource, request, minutesWithSamples }: Container): WhatIfFinding[] {
  const word = words[resource];
  if (minutesWithSamples === 0) return [{ tone: 'unknown', text: `The ${word} usage of ${container} is unknown.` }];
  return request === null ? [{ tone: 'unknown', text: `${container} has no ${word} request.` }] : [];
}

function nodeFinding({ now, peak }: WhatIf): WhatIfFinding {
  const amounts = `${formatResource('cpu', peak.cpu)} ${peak.cpu === 1 ? 'core' : 'cores'} and ${formatResource('memory', peak.memory)} of memory`;
  const before = `${nodes(now.nodeShares.cpu)} and ${nodes(now.nodeShares.memory)}`;
  const isUnknown = peak.cpu === null && peak.memory === null;
  return {
    tone: isUnknown ? 'unknown' : 'sufficient',
    text: `Requests ${amounts} at the peak. In nodes: ${formatNodeShares(peak.nodeShares)}; now ${before}.`,
  };
}

function dollarFinding({ now, peak, dollars }: WhatIf): WhatIfFinding {
  const text = `Costs ${formatMoneyRate(peak.dollarsPerHour)} an hour at the peak, ${formatMoneyRate(now.dollarsPerHour)} now; ${formatMoney(dollars)} for the whole time.`;
  return { tone: dollars === null ? 'unknown' : 'sufficient', text };
}

/** Numbers of nodes: `1.25 by CPU, 0.67 by memory`. */
export function formatNodeShares({ cpu, memory }: WhatIf['now']['nodeShares']): string {
  return `${nodes(cpu)} by CPU, ${nodes(memory)} by memory`;
}

const nodes = (share: Figure): string =>
  orMissing(share, (known) => printDecimal(known, { min: 0, max: 2, grouping: true }));

export function formatMinutes(minutes: Figure): string {
  return orMissing(minutes, (known) => {
    if (known < 100) return formatCounted(known, 'minute');
    const rest = known % 60;
    return `${formatCount(Math.floor(known / 60))} h${rest === 0 ? '' : ` ${formatCount(rest)} min`}`;
  });
}
