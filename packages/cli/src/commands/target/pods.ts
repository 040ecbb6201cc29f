import { formatAge, type Pod } from '@trimtab/core';
import type { Fact } from '../../output/facts.ts';
import type { Column } from '../../output/table.ts';

export const podColumns = (now: number): Column<Pod>[] => [
  { id: 'name', header: 'POD', text: (pod) => pod.name, minimum: 16 },
  {
    id: 'status',
    header: 'STATUS',
    text: (pod) => pod.status,
    style: (pod) => (pod.status === 'Running' ? 'good' : 'warn'),
  },
  { id: 'created', header: 'CREATED', text: (pod) => formatAge(pod.created, now), optional: true },
  {
    id: 'image',
    header: 'IMAGE',
    text: (pod) => pod.containers.map(({ image }) => image).join(', '),
    minimum: 12,
    optional: true,
  },
];

export const podFacts = (pods: readonly Pod[]): Fact[] =>
  pods.map(({ name, status }) => ({ id: `pod.${name}`, label: `pod.${name}`, text: status }));
