import type { ApiError } from '../errors.ts';
import { csvText } from '../format/csv.ts';
import { formatMoneyShort } from '../format/money.ts';
import { formatCounted } from '../format/number.ts';
import { sanitize } from '../format/sanitize.ts';
import { targetDocuments } from './documents.ts';
import type { ToYaml } from './files.ts';
import { templateNote } from './injected.ts';
import { canMerge, insteadOfPatch } from './mergeable.ts';
import { isEmptyPlan, type PatchPlan } from './plan.ts';
import { planProblems } from './problems.ts';

/** A target of a bundle. `plan`: a sentence if there is nothing to export. */
export type BundleTarget = {
  readonly namespace: string;
  readonly name: string;
  readonly plan: PatchPlan | string;
  /** What changes, in words. Empty: the values of the patch are listed instead. */
  readonly change: string;
  /** Dollars a year that the change saves; negative if it costs more, null if unknown. */
  readonly netYearly: number | null;
  /** The answer because of which its change is unknown. */
  readonly error?: ApiError;
};

/** A file of a bundle. The path is relative, with slashes. */
export type BundleFile = { readonly path: string; readonly text: string };

export type Bundle = {
  readonly files: readonly BundleFile[];
  readonly exported: readonly BundleTarget[];
  /** A sentence for each target without a patch. */
  readonly leftOut: readonly string[];
};

type Exported = BundleTarget & { readonly plan: PatchPlan };

/**
 * One Kustomize overlay for each namespace, with a patch for each workload and autoscaler, a summary and instructions.
 * Targets without a change, and those whose patch Kubernetes would reject, are named and left out.
 */
export function patchBundle(targets: readonly BundleTarget[], toYaml: ToYaml): Bundle {
  const checked = targets.map((target) => ({ target, problem: problemOf(target.plan) }));
  const leftOut = checked.flatMap(({ target: { namespace, name }, problem }) =>
    problem === null ? [] : [`${namespace}/${name}: ${problem}`],
  );
  const exported = targets.filter((target): target is Exported => problemOf(target.plan) === null);
  const byNamespace = Map.groupBy(exported, ({ namespace }) => namespace);
  const overlays = [...byNamespace].flatMap(([namespace, own]) => overlay(namespace, own, toYaml));
  return {
    files: [
      { path: 'README.md', text: readme(exported, leftOut) },
      { path: 'summary.csv', text: summary(exported) },
      ...overlays,
    ],
    exported,
    leftOut,
  };
}

function problemOf(plan: BundleTarget['plan']): string | null {
  if (typeof plan === 'string') return plan;
  const [problem] = planProblems(plan);
  if (problem !== undefined) return `Kubernetes would reject its patch. ${problem}`;
  return isEmptyPlan(plan) ? ['Its suggestion contains no change that a file can set.', ...plan.notes].join(' ') : null;
}

function overlay(namespace: string, targets: readonly Exported[], toYaml: ToYaml): readonly BundleFile[] {
  const patches = targets.flatMap(({ plan }) =>
    targetDocuments(plan).map(({ kind, name, target, document }) => ({
      path: `${name}-${kind.toLowerCase().replaceAll(/[^a-z]/g, '')}.yaml`,
      target,
      text: toYaml(document),
      isMerged: kind === 'HorizontalPodAutoscaler' || canMerge(plan),
    })),
  );
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    resources: ['../base'],
    patches: patches.flatMap(({ path, target, isMerged }) => (isMerged ? [{ path, target }] : [])),
  };
  return [
    { path: `${namespace}/kustomization.yaml`, text: toYaml(kustomization) },
    ...patches.map(({ path, text }) => ({ path: `${namespace}/${path}`, text })),
  ];
}

const summary = (targets: readonly Exported[]): string =>
  csvText(
    ['Namespace', 'Kind', 'Name', 'Change', 'Net savings a year ($)', 'Notes'],
    targets.map(({ namespace, plan, change, netYearly }) => [
      namespace,
      plan.kind,
      plan.name,
      changeOf(plan, change),
      netYearly,
      plan.notes.join(' '),
    ]),
  );

function readme(targets: readonly Exported[], leftOut: readonly string[]): string {
  const rows = targets.map(
    ({ namespace, plan, change, netYearly }) =>
      `| ${namespace} | ${plan.kind}/${plan.name} | ${changeOf(plan, change)} | ${formatMoneyShort(netYearly)} |`,
  );
  const unmerged = Map.groupBy(targets, ({ plan }) => insteadOfPatch(plan)?.bundle ?? null);
  unmerged.delete(null);
  const uncertain = targets
    .filter(({ plan }) => templateNote(plan) !== null)
    .map(({ namespace, plan }) => `${namespace}/${plan.name}`);
  return [
    '# Suggested requests, limits and replicas',
    '',
    'Each folder is a Kustomize overlay for one namespace. Set `resources` in its kustomization.yaml to the path of your',
    'base, look at the result with `kubectl kustomize <folder>`, and apply it with `kubectl apply --kustomize <folder>`.',
    'Without Kustomize, apply one file with `kubectl patch <kind> <name> -n <namespace> --patch-file <file>`.',
    '',
    'To undo a change, revert its commit and apply the base again.',
    '',
    '| Namespace | Workload | Change | Net savings a year |',
    '|---|---|---|---|',
    ...rows,
    ...[...unmerged].flatMap(([instead, own]) => [
      '',
      `${instead}: ${own.map(({ namespace, plan }) => `${namespace}/${plan.name}`).join(', ')}.`,
    ]),
    ...(uncertain.length === 0
      ? []
      : [
          '',
          `The server does not read the templates of some workloads. If a webhook adds one of the containers to the pods, Kubernetes rejects the patch; \`kubectl apply --kustomize <folder> --dry-run=server\` shows that: ${uncertain.join(', ')}.`,
        ]),
    ...section(
      'Notes',
      targets.flatMap(({ namespace, plan }) => plan.notes.map((note) => `${namespace}/${plan.name}: ${note}`)),
    ),
    ...section('Left out', leftOut),
    '',
  ].join('\n');
}

function changeOf({ containers, replicas, autoscaler }: PatchPlan, change: string): string {
  if (change !== '') return change;
  return [
    ...containers.map(({ name, requests }) => `${name}: ${Object.values(requests).join(' and ')}`),
    ...(replicas === null ? [] : [formatCounted(replicas, 'pod')]),
    ...(autoscaler === null ? [] : [`${autoscaler.minReplicas} to ${autoscaler.maxReplicas} pods`]),
  ].join(', ');
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines.map((line) => `- ${sanitize(line)}`)];
