import { invalid } from './api-error.ts';
import { asObject, asText, at, type Json, type JsonObject, type KubeObject } from './json.ts';
import { mergePatch } from './patches.ts';
import { apiVersionOf, scaleKind } from './resource-kinds.ts';

/** The scale of a workload: its replicas, without zeros, and its selector as a text. */
export function scaleOf(workload: JsonObject): JsonObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = asObject(workload['metadata']);
  const replicas = Number(at(workload, 'spec', 'replicas') ?? 1);
  const labels = Object.entries(asObject(at(workload, 'spec', 'selector', 'matchLabels')));
  return {
    kind: scaleKind.kind,
    apiVersion: apiVersionOf(scaleKind),
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: replicas === 0 ? {} : { replicas },
    status: {
      replicas: Number(at(workload, 'status', 'replicas') ?? 0),
      selector: labels.map(([key, value]) => `${key}=${asText(value)}`).join(','),
    },
  };
}

/** The workload after a change of its scale: a whole Scale, or a patch of it. */
export function withScale(workload: KubeObject, change: Json): KubeObject {
  const { metadata, spec } = asObject(mergePatch(scaleOf(workload), change));
  const replicas = Number(asObject(spec)['replicas'] ?? 0);
  if (replicas < 0) {
    const message = `Invalid value: ${replicas}: must be greater than or equal to 0`;
    const causes = [{ reason: 'FieldValueInvalid', message, field: 'spec.replicas' }];
    throw invalid({ kind: scaleKind.kind, group: scaleKind.group, name: workload.metadata.name }, causes);
  }
  const resourceVersion = asText(asObject(metadata)['resourceVersion']);
  return {
    ...workload,
    metadata: { ...workload.metadata, resourceVersion },
    spec: { ...asObject(workload['spec']), replicas },
  };
}
