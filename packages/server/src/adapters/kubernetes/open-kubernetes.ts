import type { PodLogs } from '../../ports/index.ts';
import { createClient, type KubernetesConnection } from './client.ts';
import { createInventory, type InventorySource } from './inventory.ts';
import { kubernetesPodLogs } from './pod-logs.ts';
import { Reader, type ReaderOptions } from './reader.ts';

type KubernetesOptions = Omit<ReaderOptions, 'client'> & { readonly connection: KubernetesConnection };

export type KubernetesInventory = {
  readonly cluster: InventorySource;
  readonly podLogs: PodLogs;
  readonly reader: Reader;
};

/** Keeps an inventory of a cluster with lists and watches. It reads neither Secrets nor ConfigMaps. */
export function openKubernetes({ connection, ...options }: KubernetesOptions): KubernetesInventory {
  const client = createClient(connection);
  const reader = new Reader({ ...options, client });
  return {
    cluster: createInventory(reader),
    podLogs: kubernetesPodLogs(client, () => reader.readsLogs === false),
    reader,
  };
}
