import { type KubernetesStandIn, startKubernetes } from '@trimtab/testing/kubernetes';
import { onTestFinished } from 'vitest';
import { openKubernetes } from '../index.ts';
import { connectionTo } from './connection-to.ts';

export type StandInOptions = {
  /** Stores objects before they are read. */
  readonly prepare: (standIn: KubernetesStandIn) => void;
  readonly token?: string;
  readonly namespaces?: readonly string[];
  readonly forbiddenMs?: number;
};

/** The inventory of a Kubernetes API server on loopback after its first lists. The test ends both. */
export async function inventoryOf({ prepare, token = 'admin', namespaces = [], ...tuning }: StandInOptions) {
  const standIn = await startKubernetes();
  onTestFinished(() => standIn.stop());
  prepare(standIn);
  const clock = { time: Date.now(), now: () => clock.time };
  const logged: object[] = [];
  const inventory = openKubernetes({
    connection: connectionTo(standIn, token),
    namespaces,
    clock,
    logger: (_level, event, fields) => logged.push({ event, ...fields }),
    random: () => 0,
    ...tuning,
  });
  onTestFinished(() => inventory.reader.stop());
  await inventory.reader.settled(new AbortController().signal);
  return { ...inventory, standIn, clock, logged };
}
