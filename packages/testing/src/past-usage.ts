import type { HistorySource, ResourceUsage } from '@trimtab/server';
import type { SmallWorld } from './ports.ts';

const binMs = 300_000;
const pods = 2;

/** Past usage of a small world: constant from the start of each usage entry. */
export const pastUsage = (world: SmallWorld): HistorySource => ({
  async history({ namespaces }, window) {
    await world.gate;
    if (world.fail.metrics !== null) throw world.fail.metrics;
    const length = (window.end - window.start) / binMs;
    const items = world.usages
      .filter(({ namespace, since }) => since !== null && (namespaces === undefined || namespaces.includes(namespace)))
      .map(({ namespace, kind, name, since, containers }) => {
        const first = Math.max(0, Math.ceil(((since ?? 0) - window.start) / binMs));
        const level = (value: number | null) =>
          new Float64Array(length).fill(value ?? Number.NaN, first).fill(Number.NaN, 0, first);
        const summed = (of: (container: (typeof containers)[number]) => number | null) =>
          level(containers.reduce((sum, container) => sum + (of(container) ?? Number.NaN), 0));
        return {
          namespace,
          kind,
          name,
          start: window.start,
          containers: containers.map((container) => ({
            name: container.name,
            cpu: level(ofOnePod(container.cpu)),
            memory: level(ofOnePod(container.memory)),
          })),
          total: { cpu: summed(({ cpu }) => cpu.total), memory: summed(({ memory }) => memory.total) },
          requested: { cpu: summed(({ cpu }) => cpu.requested), memory: summed(({ memory }) => memory.requested) },
          readyReplicas: level(pods),
          outOfMemory: [],
        };
      });
    return { items, problems: [] };
  },
});

const ofOnePod = ({ total }: ResourceUsage): number | null => (total === null ? null : total / pods);
