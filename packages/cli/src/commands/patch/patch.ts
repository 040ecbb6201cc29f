import type { TargetName } from '@trimtab/core';
import type { PatchFile, PatchFormat, PatchPlan } from '@trimtab/core/patch';
import type { Context } from '../../context.ts';
import { exitCode } from '../../exit-code.ts';
import { CliError, UsageError } from '../../failure.ts';
import { refuseOtherFormats } from '../../output/typed-format.ts';
import { targetTitle } from '../../target-title.ts';
import { defineCommand } from '../define.ts';
import { completed, namespaceOption, option } from '../options.ts';
import { requiredTargets, targetsArgument } from '../scope.ts';

type PatchOptions = { namespace?: string; format: string; hpa?: boolean; undo?: string };

const formats: readonly PatchFormat[] = ['kubectl', 'kustomize', 'helm'];

function formatOf(text: string): PatchFormat {
  const format = formats.find((one) => one === text);
  if (format !== undefined) return format;
  throw new UsageError(`${text} is not a format of a patch.`, `The formats are ${formats.join(', ')}.`);
}

type Choice = { readonly target: TargetName; readonly plan: PatchPlan; readonly wantsAutoscaler: boolean };

/** Errors name the target. The plan has the name of the workload, which may be another one. */
function chosenFile(files: readonly PatchFile[], { target, plan, wantsAutoscaler }: Choice): PatchFile {
  const other = wantsAutoscaler ? 'workload' : 'autoscaler';
  const file = files.find(({ changes }) => changes !== other);
  if (file !== undefined) return file;
  const own = plan.restores === true ? 'The undo' : 'The suggestion';
  const title = `${own} for ${targetTitle(target)}`;
  if (wantsAutoscaler) throw new CliError(`${title} does not change an autoscaler.`, exitCode.partial);
  if (plan.autoscaler !== null)
    throw new CliError(`${title} changes only its autoscaler.`, exitCode.partial, 'Add --hpa.');
  throw nothingToChange(target, plan);
}

const nothingToChange = ({ namespace, name }: TargetName, plan: PatchPlan): CliError =>
  new CliError(
    [`The suggestion for ${namespace}/${name} contains no change that a patch can set.`, ...plan.notes].join(' '),
    exitCode.partial,
  );

type Patch = { readonly target: TargetName; readonly value: { readonly plan: PatchPlan; readonly file: PatchFile } };

type Patches = { readonly isOne: boolean; readonly done: readonly Patch[] };

/** One patch is printed as it is. Several are YAML documents with the names of their targets. */
const joined = ({ isOne, done }: Patches): string =>
  isOne
    ? (done[0]?.value.file.text ?? '')
    : done
        .map(({ target, value }) => `# ${target.namespace}/${target.name}: ${value.file.fileName}\n${value.file.text}`)
        .join('---\n');

/** One patch is printed as it is. Several are items with the names of their targets. */
function dataOf({ isOne, done }: Patches): unknown {
  const items = done.map(({ target, value }) => ({ ...target, patch: JSON.parse(value.file.text) }));
  return isOne ? items[0]?.patch : { items };
}

async function notes(context: Context, { plan, file: { how, command } }: Patch['value'], prefix: string) {
  const { writeNotes } = await import('../../output/present.ts');
  const { templateNote } = await import('@trimtab/core/patch');
  // Print no hint in a pipe, because there kubectl reads the patch.
  const applying = context.stdout.isTerminal ? [command === null ? how : `To apply it as a file: ${command}`] : [];
  const check = command === null ? [] : [templateNote(plan) ?? []].flat();
  const lines = [
    ...plan.notes,
    ...check,
    ...(command === null && !context.stdout.isTerminal ? [how] : []),
    ...applying,
  ];
  await writeNotes(
    context,
    lines.map((line) => `${prefix}${line}`),
  );
}

export const patchPrint = defineCommand<PatchOptions>({
  name: 'patch',
  summary: 'print the suggestions for targets as patches',
  description:
    'Prints the latest suggestion for each target as a strategic merge patch for kubectl, or as a file for Kustomize or ' +
    'Helm, checked with the rules of Kubernetes. Changes no workload. The history of the target records the export.',
  arguments: [targetsArgument],
  options: [
    namespaceOption('the namespace of the target'),
    completed(
      option('--format <format>', 'kubectl, kustomize or helm', 'TRIMTAB_PATCH_FORMAT').default('kubectl'),
      formats,
    ),
    option('--hpa', 'the patch of the autoscaler that sets the replicas', 'TRIMTAB_PATCH_HPA'),
    option('--undo <id>', 'undo this change; trimtab changes lists the IDs', 'TRIMTAB_PATCH_UNDO'),
  ],
  examples: {
    'trimtab patch storefront/cart > patch.yaml':
      'for kubectl patch deployment cart -n storefront --patch-file patch.yaml',
    'trimtab patch storefront/cart --format helm > values.yaml': 'values for a Helm chart',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.partial],
  run: async (context, options, words, fromFlag) => {
    const format = formatOf(options.format);
    if (format === 'kubectl') refuseOtherFormats(context, 'trimtab patch', ['table', 'wide', 'yaml', 'json']);
    else refuseOtherFormats(context, `trimtab patch --format ${format}`, ['table', 'wide', 'yaml']);
    const targets = requiredTargets(words, options.namespace, fromFlag('namespace'));
    const { undo } = options;
    if (undo !== undefined && targets.length > 1) {
      throw new UsageError('--undo needs one target.', 'A change belongs to one target.');
    }
    const { readPatchPlan, readUndoPlan } = await import('../../services/patch-read.ts');
    const client = await context.client();
    const { isEmptyPlan, patchFiles } = await import('@trimtab/core/patch');
    const { manifest } = await import('../../output/yaml.ts');
    const { json } = await import('../../output/json.ts');
    const isJson = format === 'kubectl' && (context.output === 'json' || context.selection !== null);
    const { forEachTarget } = await import('../several.ts');
    const { done, incomplete, next } = await forEachTarget(context, targets, async (target) => {
      const plan = await (undo === undefined ? readPatchPlan(client, target) : readUndoPlan(client, target, undo));
      if (isEmptyPlan(plan)) throw nothingToChange(target, plan);
      const choice = { target, plan, wantsAutoscaler: options.hpa === true };
      return { plan, file: chosenFile(patchFiles(plan, format, isJson ? json : manifest), choice) };
    });
    const patches = { isOne: targets.length === 1, done };
    const { writeData } = await import('../../output/present.ts');
    await (isJson ? writeData(context, dataOf(patches)) : context.stdout.text(joined(patches)));
    for (const { target, value } of done)
      await notes(context, value, targets.length === 1 ? '' : `${targetTitle(target)}: `);
    const { recordExport } = await import('../../services/changes-read.ts');
    const exported = done.map(({ target }) => target);
    if (undo === undefined) await recordExport(client, exported);
    if (incomplete !== null) throw new CliError(incomplete, exitCode.partial, next);
  },
});
