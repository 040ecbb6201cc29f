export { makeCertificate } from './certificate.ts';
export { startForClients } from './for-clients.ts';
export type { JsonObject, KubeObject } from './json.ts';
export { recordedOwners } from './recorded-owners.ts';
export { type KubernetesStandIn, startKubernetes } from './server.ts';
export { targetDefinition } from './target-definition.ts';
