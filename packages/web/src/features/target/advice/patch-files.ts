import { stringify } from 'yaml';
import type { PatchPlan } from './patch-plan.ts';

/** The file formats in which a suggestion can be exported. */
export const patchFormats = ['kubectl', 'kustomize', 'helm'] as const;
export type PatchFormat = (typeof patchFormats)[number];

/** A generated file with instructions. `command` applies it; null if there is none. */
export type PatchFile = {
  readonly fileName: string;
  readonly text: string;
  readonly how: string;
  readonly command: string | null;
};

/** Whether the plan contains no change. */
export const isEmptyPlan = ({ replicas, containers }: PatchPlan): boolean =>
  replicas === null && containers.length === 0;

/** Generates the file for a plan in one format. */
export function patchFile(plan: PatchPlan, format: PatchFormat): PatchFile {
  if (format === 'kubectl') return kubectlPatch(plan);
  return format === 'kustomize' ? kustomizeOverlay(plan) : helmValues(plan);
}

function kubectlPatch(plan: PatchPlan): PatchFile {
  const fileName = `${plan.name}-patch.yaml`;
  if (!plan.canMerge)
    return {
      fileName,
      text: yaml(specOf(plan)),
      how: `${plan.kind} is a custom resource: Kubernetes cannot merge its containers by name, and a patch would replace the whole list. Copy these values into its manifest.`,
      command: null,
    };
  const target = `${plan.kind.toLowerCase()}/${plan.name}`;
  return {
    fileName,
    text: yaml(specOf(plan)),
    how: 'A strategic merge patch. Kubernetes matches containers by name and leaves everything else unchanged.',
    command: `kubectl patch ${shell(target)} --namespace ${shell(plan.namespace)} --type strategic --patch-file ${shell(fileName)}`,
  };
}

function kustomizeOverlay(plan: PatchPlan): PatchFile {
  const { apiVersion, kind, name, namespace } = plan;
  const patch = yaml({ apiVersion, kind, metadata: { name, namespace }, ...specOf(plan) });
  return {
    fileName: 'kustomization.yaml',
    text: yaml({
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      resources: ['../base'],
      patches: [{ target: { kind, name }, patch }],
    }),
    how: plan.canMerge
      ? 'An overlay. Put it into a folder beside your base, and set resources to the path of that base.'
      : `An overlay. ${kind} is a custom resource: without its schema Kustomize replaces the whole list of containers, so name every container with all of its fields.`,
    command: 'kubectl apply --kustomize .',
  };
}

function helmValues({ name, replicas, containers }: PatchPlan): PatchFile {
  const [only] = containers;
  const values =
    containers.length === 1 && only !== undefined
      ? { resources: { requests: only.requests } }
      : Object.fromEntries(containers.map((one) => [one.name, { resources: { requests: one.requests } }]));
  return {
    fileName: `${name}-values.yaml`,
    text: yaml({ ...(replicas === null ? {} : { replicaCount: replicas }), ...values }),
    how: 'Most charts use these value names. Compare them with the names in your chart.',
    command: null,
  };
}

function specOf({ replicas, containers }: PatchPlan): object {
  return {
    spec: {
      ...(replicas === null ? {} : { replicas }),
      ...(containers.length === 0
        ? {}
        : {
            template: {
              spec: { containers: containers.map(({ name, requests }) => ({ name, resources: { requests } })) },
            },
          }),
    },
  };
}

const yaml = (value: unknown): string => stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });

/** Quotes a word for a POSIX shell. */
function shell(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
