export type { KubernetesConnection } from './client.ts';
export { type KubernetesInventory, openKubernetes } from './open-kubernetes.ts';
export { preferKubernetes } from './prefer-kubernetes.ts';
export type { TargetMemory } from './target-memory.ts';
export { type OpenedRegistry, openTargetRegistry } from './target-registry.ts';
