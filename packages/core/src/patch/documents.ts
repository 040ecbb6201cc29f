import type { PatchPlan, PlannedContainer } from './plan.ts';

/** The strategic merge patch of the workload; null if it does not change. */
export function workloadPatch({ replicas, containers }: PatchPlan): { readonly spec: object } | null {
  if (replicas === null && containers.length === 0) return null;
  return {
    spec: {
      ...(replicas === null ? {} : { replicas }),
      ...(containers.length === 0 ? {} : { template: { spec: podSpec(containers) } }),
    },
  };
}

/** The patch of the autoscaler; null if it does not change. */
export const autoscalerPatch = ({ autoscaler }: PatchPlan): { readonly spec: object } | null =>
  autoscaler === null ? null : { spec: { minReplicas: autoscaler.minReplicas, maxReplicas: autoscaler.maxReplicas } };

type NamedDocument = {
  readonly kind: string;
  readonly name: string;
  /** The target of a patch of Kustomize, which reads its name as a regular expression. */
  readonly target: { readonly kind: string; readonly name: string };
  readonly document: object;
};

/** The patches of a plan as documents that name their objects, as Kustomize reads them. */
export function targetDocuments(plan: PatchPlan): readonly NamedDocument[] {
  const { apiVersion, kind, name, namespace, autoscaler } = plan;
  const named = (object: { apiVersion: string; kind: string; name: string }, patch: object | null) =>
    patch === null
      ? []
      : [
          {
            kind: object.kind,
            name: object.name,
            target: { kind: object.kind, name: object.name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`) },
            document: {
              apiVersion: object.apiVersion,
              kind: object.kind,
              metadata: { name: object.name, namespace },
              ...patch,
            },
          },
        ];
  const hpa = { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', name: autoscaler?.name ?? '' };
  return [...named({ apiVersion, kind, name }, workloadPatch(plan)), ...named(hpa, autoscalerPatch(plan))];
}

function podSpec(containers: readonly PlannedContainer[]): object {
  const part = (sidecar: boolean) =>
    containers.filter((one) => one.sidecar === sidecar).map((one) => ({ name: one.name, resources: resourcesOf(one) }));
  const [initContainers, appContainers] = [part(true), part(false)];
  return {
    ...(appContainers.length === 0 ? {} : { containers: appContainers }),
    ...(initContainers.length === 0 ? {} : { initContainers }),
  };
}

/** The requests and limits of a container, without empty blocks. */
export const resourcesOf = ({ requests, limits }: PlannedContainer): object => ({
  ...(Object.keys(requests).length === 0 ? {} : { requests }),
  ...(Object.keys(limits).length === 0 ? {} : { limits }),
});
