import { autoscalerPatch, resourcesOf, targetDocuments, workloadPatch } from './documents.ts';
import { templateNote } from './injected.ts';
import { insteadOfPatch } from './mergeable.ts';
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

/** The files for a plan in one format: one for the workload, and for kubectl another for its autoscaler. */
export function patchFiles(plan: PatchPlan, format: PatchFormat, toYaml: ToYaml): PatchFile[] {
  if (format === 'kubectl') return [...kubectlPatch(plan, toYaml), ...autoscalerFile(plan, toYaml)];
  return [format === 'kustomize' ? kustomizeOverlay(plan, toYaml) : helmValues(plan, toYaml)];
}

/**
 * Names the namespace, and whether the file undoes a change: downloads of several plans are in the same folder, and the
 * command for one of them must not name the file of another.
 */
function fileNameOf({ namespace, restores }: PatchPlan, name: string, what: 'patch' | 'values'): string {
  const ending = restores !== true ? what : what === 'patch' ? 'undo' : 'undo-values';
  return `${namespace}-${name}-${ending}.yaml`;
}

function kubectlPatch(plan: PatchPlan, toYaml: ToYaml): PatchFile[] {
  const patch = workloadPatch(plan);
  if (patch === null) return [];
  const fileName = fileNameOf(plan, plan.name, 'patch');
  const text = toYaml(patch);
  const instead = insteadOfPatch(plan);
  if (instead !== null) return [{ changes: 'workload', fileName, text, how: instead.file, command: null }];
  return [
    {
      changes: 'workload',
      fileName,
      text,
      how: withNote(
        'A strategic merge patch. Kubernetes matches containers by name and leaves everything else unchanged.',
        plan,
      ),
      command: patchCommand(plan, { object: `${plan.kind.toLowerCase()}/${plan.name}`, fileName }),
    },
  ];
}

function autoscalerFile(plan: PatchPlan, toYaml: ToYaml): PatchFile[] {
  const patch = autoscalerPatch(plan);
  if (patch === null || plan.autoscaler === null) return [];
  const { name } = plan.autoscaler;
  const fileName = fileNameOf(plan, `${name}-hpa`, 'patch');
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
  const instead = insteadOfPatch(plan);
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
    how:
      instead === null
        ? withNote(
            'An overlay. Put it into a folder beside your base, and set resources to the path of that base.',
            plan,
          )
        : `An overlay. ${instead.overlay}`,
    command: 'kubectl apply --kustomize .',
  };
}

const withNote = (how: string, plan: PatchPlan): string => [how, templateNote(plan) ?? []].flat().join(' ');

function helmValues(plan: PatchPlan, toYaml: ToYaml): PatchFile {
  const { replicas, autoscaler, containers, known } = plan;
  const [only] = containers;
  // Charts have one block of resources only for a workload with one container, however many of them change.
  const ofTemplate = known.filter(({ injected }) => injected !== true);
  const values =
    Math.max(containers.length, ofTemplate.length) === 1 && only !== undefined
      ? { resources: resourcesOf(only) }
      : Object.fromEntries(containers.map((one) => [one.name, { resources: resourcesOf(one) }]));
  const bounds =
    autoscaler === null
      ? {}
      : { autoscaling: { minReplicas: autoscaler.minReplicas, maxReplicas: autoscaler.maxReplicas } };
  return {
    changes: 'both',
    fileName: fileNameOf(plan, plan.name, 'values'),
    text: toYaml({ ...(replicas === null ? {} : { replicaCount: replicas }), ...bounds, ...values }),
    how: 'Most charts use these value names. Compare them with the names in your chart.',
    command: null,
  };
}

/** Quotes a word for a POSIX shell. */
export function shellWord(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
