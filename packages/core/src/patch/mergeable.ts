import type { PatchPlan } from './plan.ts';

/** What to do with the values of a workload that Kubernetes cannot patch. A sentence for each place that shows them. */
type Instead = {
  readonly file: string;
  readonly overlay: string;
  /** Followed by the names of the workloads. */
  readonly bundle: string;
};

const mergeableKinds = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet']);
const job = 'Kubernetes does not change the template of a Job';
const cronJob = 'A CronJob has its template in spec.jobTemplate';
const ofBatch = new Map<string, Instead>([
  [
    'Job',
    {
      file: `${job}. Copy these values into its manifest, and create the Job again.`,
      overlay: `${job}, so delete the Job before you apply the overlay.`,
      bundle: `${job}, so the overlays leave these out. Copy their values into their manifests, and create the Jobs again`,
    },
  ],
  [
    'CronJob',
    {
      file: `${cronJob}. Copy these values into that part of its manifest.`,
      overlay: `${cronJob}, so move the values there before you apply the overlay.`,
      bundle: `${cronJob}, so the overlays leave these out. Copy their values into that part of their manifests`,
    },
  ],
]);

/** Null if Kubernetes can patch the workload: it merges containers by name for its built-in kinds only. */
export function insteadOfPatch({ kind, apiVersion }: PatchPlan): Instead | null {
  if (mergeableKinds.has(kind) && apiVersion.startsWith('apps/')) return null;
  const own = apiVersion.startsWith('batch/') ? ofBatch.get(kind) : undefined;
  return (
    own ?? {
      file: `${kind} is a custom resource: Kubernetes cannot merge its containers by name, and a patch would replace the whole list. Copy these values into its manifest.`,
      overlay: `${kind} is a custom resource: without its schema Kustomize replaces the whole list of containers, so name every container with all of its fields.`,
      bundle:
        'Kustomize cannot merge the containers of custom resources, so the overlays leave these out. Copy their values into their manifests',
    }
  );
}

export const canMerge = (plan: PatchPlan): boolean => insteadOfPatch(plan) === null;
