import type { TargetRecord } from './target-registry.ts';

/** The API group and version of the definition in `deploy/crds`. */
export const targetApiVersion = 'trimtab.dev/v1alpha1';

/** The spec that an enrollment writes. */
export const targetSpec = ({ kind, apiVersion, name, horizontal, vertical, ...record }: TargetRecord) => ({
  scaleTargetRef: { apiVersion, kind, name },
  ...(horizontal === null ? {} : { horizontal: { mode: horizontal } }),
  ...(vertical === null
    ? {}
    : {
        vertical: {
          mode: vertical,
          containers: Object.fromEntries(
            record.managed.map(({ container, resources }) => [
              container,
              Object.fromEntries(resources.map((resource) => [resource, {}])),
            ]),
          ),
        },
      }),
  model: { mode: record.modelMode },
  ...(record.limitPolicy === undefined ? {} : { limitPolicy: record.limitPolicy }),
});

/** The resource that enrolls a workload, as `kubectl apply` takes it. */
export const targetManifest = (record: TargetRecord) => ({
  apiVersion: targetApiVersion,
  kind: 'AIScaleTarget',
  metadata: { namespace: record.namespace, name: record.name },
  spec: targetSpec(record),
});
