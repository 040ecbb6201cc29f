import { formatAge, missingMark, type Pod } from '@trimtab/core';
import { type Fact, figure } from '../../output/facts.ts';
import { shortenMiddle } from '../../output/shorten-middle.ts';
import { column, type TextColumn } from '../../output/table.ts';

/** Of an object of Kubernetes. */
const longestName = 253;

/** The number of restarts, with the reason of the last one, such as OOMKilled. */
const restartsColumn: TextColumn<Pod> = column(
  'restarts',
  'RESTARTS',
  (pod) =>
    [pod.restarts ?? missingMark, ...(pod.last_restart?.reason ? [`(${pod.last_restart.reason})`] : [])].join(' '),
  { style: (pod) => (pod.restarts ? 'warn' : 'plain') },
);

export const podColumns = (now: number, pods: readonly Pod[]): TextColumn<Pod>[] => [
  // Pods of a target differ only at the end of their names, so optional columns are omitted before a name is shortened.
  column('name', 'POD', (pod) => pod.name, {
    minimum: longestName,
    shorten: (pod) => (width) => shortenMiddle(pod.name, width),
  }),
  column('status', 'STATUS', (pod) => pod.status, { style: (pod) => (pod.status === 'Running' ? 'good' : 'warn') }),
  ...(pods.every(({ restarts }) => restarts === undefined) ? [] : [restartsColumn]),
  column('created', 'CREATED', (pod) => formatAge(pod.created, now), { optional: true }),
  column('image', 'IMAGE', (pod) => pod.containers.map(({ image }) => image).join(', '), {
    minimum: 12,
    optional: true,
  }),
];

export const podFacts = (pods: readonly Pod[]): Fact[] =>
  pods.map(({ name, status }) => figure(`pod.${name}`, status, status));
