export type { JsonObject, KubeObject } from './json.ts';
export { type KubernetesStandIn, startKubernetes } from './server.ts';
export { targetDefinition } from './target-definition.ts';
