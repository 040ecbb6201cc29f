import { autoscalerPatch, resourcesOf, targetDocuments, workloadPatch } from './documents.ts';
import type { PatchPlan } from './plan.ts';

/** The file formats in which a suggestion can be exported. */
export const patchFormats = ['kubectl', 'kustomize', 'helm'] as const;
export type PatchFormat = (typeof patchFormats)[number];

/** A generated file with instructions. `command` applies it; null if there is none. */
export type PatchFile = {
  readonly changes: 'workload' | 'autoscaler' | 'both';
  readonly fileName: string;
  readonly text: string;
  readonly how: string;
  readonly command: string | null;
};

/** Prints a document as YAML. It is passed in, because only the packages that export files have the YAML library. */
export type ToYaml = (document: unknown) => string;

const mergeableKinds = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet']);

/** Kubernetes can merge containers by name for its built-in kinds only. */
export const canMerge = ({ kind, apiVersion }: PatchPlan): boolean =>
  mergeableKinds.has(kind) && apiVersion.startsWith('apps/');

/** The files for a plan in one format: one for the workload, and for kubectl another for its autoscaler. */
export function patchFiles(plan: PatchPlan, format: PatchFormat, toYaml: ToYaml): PatchFile[] {
  if (format === 'kubectl') return [...kubectlPatch(plan, toYaml), ...autoscalerFile(plan, toYaml)];
  return [format === 'kustomize' ? kustomizeOverlay(plan, toYaml) : helmValues(plan, toYaml)];
}

function kubectlPatch(plan: PatchPlan, toYaml: ToYaml): PatchFile[] {
  const patch = workloadPatch(plan);
  if (patch === null) return [];
  const fileName = `${plan.name}-patch.yaml`;
  const text = toYaml(patch);
  if (!canMerge(plan)) {
    const how = `${plan.kind} is a custom resource: Kubernetes cannot merge its containers by name, and a patch would replace the whole list. Copy these values into its manifest.`;
    return [{ changes: 'workload', fileName, text, how, command: null }];
  }
  return [
    {
      changes: 'workload',
      fileName,
      text,
      how: 'A strategic merge patch. Kubernetes matches containers by name and leaves everything else unchanged.',
      command: patchCommand(plan, { object: `${plan.kind.toLowerCase()}/${plan.name}`, fileName }),
    },
  ];
}

function autoscalerFile(plan: PatchPlan, toYaml: ToYaml): PatchFile[] {
  const patch = autoscalerPatch(plan);
  if (patch === null || plan.autoscaler === null) return [];
  const { name } = plan.autoscaler;
  const fileName = `${name}-hpa-patch.yaml`;
  return [
    {
      changes: 'autoscaler',
      fileName,
      text: toYaml(patch),
      how: 'The bounds of the horizontal pod autoscaler, which sets the replicas between them.',
      command: patchCommand(plan, { object: `hpa/${name}`, fileName }),
    },
  ];
}

const patchCommand = (
  { namespace }: PatchPlan,
  { object, fileName }: { readonly object: string; readonly fileName: string },
): string =>
  `kubectl patch ${shellWord(object)} --namespace ${shellWord(namespace)} --type strategic --patch-file ${shellWord(fileName)}`;

function kustomizeOverlay(plan: PatchPlan, toYaml: ToYaml): PatchFile {
  const patches = targetDocuments(plan).map(({ target, document }) => ({
    target,
    patch: toYaml(document),
  }));
  return {
    changes: 'both',
    fileName: 'kustomization.yaml',
    text: toYaml({
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      resources: ['../base'],
      patches,
    }),
    how: canMerge(plan)
      ? 'An overlay. Put it into a folder beside your base, and set resources to the path of that base.'
      : `An overlay. ${plan.kind} is a custom resource: without its schema Kustomize replaces the whole list of containers, so name every container with all of its fields.`,
    command: 'kubectl apply --kustomize .',
  };
}

function helmValues({ name, replicas, autoscaler, containers }: PatchPlan, toYaml: ToYaml): PatchFile {
  const [only] = containers;
  const values =
    containers.length === 1 && only !== undefined
      ? { resources: resourcesOf(only) }
      : Object.fromEntries(containers.map((one) => [one.name, { resources: resourcesOf(one) }]));
  const bounds =
    autoscaler === null
      ? {}
      : { autoscaling: { minReplicas: autoscaler.minReplicas, maxReplicas: autoscaler.maxReplicas } };
  return {
    changes: 'both',
    fileName: `${name}-values.yaml`,
    text: toYaml({ ...(replicas === null ? {} : { replicaCount: replicas }), ...bounds, ...values }),
    how: 'Most charts use these value names. Compare them with the names in your chart.',
    command: null,
  };
}

/** Quotes a word for a POSIX shell. */
export function shellWord(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
