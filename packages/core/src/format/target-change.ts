import type { TargetChange } from '../api/schemas/views.ts';
import { printResourceQuantity } from '../quantity/quantity.ts';
import { type Figure, missingMark } from './missing.ts';
import { formatCount } from './number.ts';

const mebibyte = 2 ** 20;
const none = 'none';

const cores = (amount: number): string => printResourceQuantity('cpu', Math.round(amount * 1_000) / 1_000);
const bytes = (amount: number): string =>
  printResourceQuantity('memory', Math.max(1, Math.round(amount / mebibyte)) * mebibyte);

/** What a suggestion changes, with Kubernetes units: `CPU 750m → 500m`, `Memory 768Mi → 1611Mi`, `2 → 4 pods`. */
export function targetChangeParts({ cpu, memory, replicas }: TargetChange): readonly string[] {
  return [
    ...(cpu === undefined ? [] : [`CPU ${arrow(cpu, cores, none)}`]),
    ...(memory === undefined ? [] : [`Memory ${arrow(memory, bytes, none)}`]),
    ...(replicas === undefined ? [] : [`${arrow(replicas, formatCount, missingMark)} pods`]),
  ];
}

function arrow(change: { before: Figure; after: Figure }, print: (amount: number) => string, absent: string): string {
  const text = (amount: Figure) => (amount === null || amount === undefined ? absent : print(amount));
  return `${text(change.before)} → ${text(change.after)}`;
}
