import type { TargetChange } from '../api/schemas/views.ts';
import type { ResourceName } from '../domain/resource.ts';
import { printResourceQuantity } from '../quantity/quantity.ts';
import { type Figure, missingMark } from './missing.ts';
import { formatCount } from './number.ts';

const kibibyte = 2 ** 10;
const mebibyte = 2 ** 20;
const megabyte = 1e6;
const none = 'none';

const cores = (amount: number): string => requestQuantity('cpu', amount);
const bytes = (amount: number): string => requestQuantity('memory', amount);

/** An amount as in a manifest: `750m`, `1611Mi`, `500M`; in KiB below 10 MiB. */
export function requestQuantity(resource: ResourceName, amount: number): string {
  if (resource === 'cpu') return printResourceQuantity('cpu', Math.round(amount * 1_000) / 1_000);
  if (amount % megabyte === 0) return printResourceQuantity('memory', amount);
  const step = amount < 10 * mebibyte ? kibibyte : mebibyte;
  return printResourceQuantity('memory', Math.max(1, Math.round(amount / step)) * step);
}
/** What a suggestion changes, with Kubernetes units: `CPU 750m → 500m`, `Memory 768Mi → 1611Mi`, `2 → 4 pods`. */
export function targetChangeParts({ cpu, memory, replicas }: TargetChange): readonly string[] {
  return [
    ...(cpu === undefined ? [] : [`CPU ${arrow(cpu, cores, none)}`]),
    ...(memory === undefined ? [] : [`Memory ${arrow(memory, bytes, none)}`]),
    ...(replicas === undefined
      ? []
      : [`${arrow(replicas, formatCount, missingMark)} ${replicas.after === 1 ? 'pod' : 'pods'}`]),
  ];
}

function arrow(change: { before: Figure; after: Figure }, print: (amount: number) => string, absent: string): string {
  const text = (amount: Figure) => (amount === null || amount === undefined ? absent : print(amount));
  return `${text(change.before)} → ${text(change.after)}`;
}
