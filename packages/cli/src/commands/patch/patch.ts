import type { PatchFile, PatchFormat, PatchPlan } from '@trimtab/core/patch';
import type { Context } from '../../context.ts';
import { exitCode } from '../../exit-code.ts';
import { CliError, UsageError } from '../../failure.ts';
import { defineCommand } from '../define.ts';
import { namespaceOption, option } from '../options.ts';
import { requiredTarget, targetArgument } from '../scope.ts';

type PatchOptions = { namespace?: string; format: string; hpa?: boolean; undo?: string };

const formats: readonly PatchFormat[] = ['kubectl', 'kustomize', 'helm'];

function formatOf(text: string): PatchFormat {
  const format = formats.find((one) => one === text);
  if (format !== undefined) return format;
  throw new UsageError(`${text} is not a format of a patch.`, `The formats are ${formats.join(', ')}.`);
}

function chosenFile(files: readonly PatchFile[], plan: PatchPlan, wantsAutoscaler: boolean): PatchFile {
  const other = wantsAutoscaler ? 'workload' : 'autoscaler';
  const file = files.find(({ changes }) => changes !== other);
  if (file !== undefined) return file;
  const own = plan.restores === true ? 'The undo' : 'The suggestion';
  const title = `${own} for ${plan.namespace}/${plan.name}`;
  if (wantsAutoscaler) throw new CliError(`${title} does not change an autoscaler.`, exitCode.partial);
  if (plan.autoscaler !== null)
    throw new CliError(`${title} changes only its autoscaler.`, exitCode.partial, 'Add --hpa.');
  throw nothingToChange(plan);
}

const nothingToChange = ({ namespace, name }: { namespace: string; name: string }): CliError =>
  new CliError(`The suggestion for ${namespace}/${name} contains no change that a patch can set.`, exitCode.partial);

async function notes(context: Context, plan: PatchPlan, { how, command }: PatchFile): Promise<void> {
  const { writeNotes } = await import('../../output/present.ts');
  // No hint in a pipe: kubectl reads the patch there, so the user already knows how to apply it.
  const applying = context.stdout.isTerminal ? [command === null ? how : `To apply it as a file: ${command}`] : [];
  await writeNotes(context, [
    ...plan.notes,
    ...(command === null && !context.stdout.isTerminal ? [how] : []),
    ...applying,
  ]);
}

export const patchPrint = defineCommand<PatchOptions>({
  name: 'patch',
  summary: 'print the suggestion for a target as a patch',
  description:
    'Prints the latest suggestion for a target as a strategic merge patch for kubectl, or as a file for Kustomize or ' +
    'Helm. The patch is checked with the rules of Kubernetes. Nothing is changed. Notes are printed on stderr.',
  arguments: [targetArgument],
  options: [
    namespaceOption('the namespace of the target'),
    option('--format <format>', 'kubectl, kustomize or helm', 'TRIMTAB_PATCH_FORMAT').default('kubectl'),
    option('--hpa', 'the patch of the autoscaler that sets the replicas', 'TRIMTAB_PATCH_HPA'),
    option('--undo <id>', 'take this change of trimtab changes back', 'TRIMTAB_PATCH_UNDO'),
  ],
  examples: {
    'trimtab patch shop/cart > patch.yaml': 'for kubectl patch deployment cart -n shop --patch-file patch.yaml',
    'trimtab patch shop/cart --format helm > values.yaml': 'values for a Helm chart',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.partial],
  run: async (context, options, [word = ''], fromFlag) => {
    const format = formatOf(options.format);
    const target = requiredTarget(word, options.namespace, fromFlag('namespace'));
    const { readPatchPlan, readUndoPlan } = await import('../../services/patch-read.ts');
    const client = await context.client();
    const plan =
      options.undo === undefined
        ? await readPatchPlan(client, target, context.signal)
        : await readUndoPlan(client, target, options.undo, context.signal);
    const { isEmptyPlan, patchFiles } = await import('@trimtab/core/patch');
    const { manifest } = await import('../../output/yaml.ts');
    const { json } = await import('../../output/json.ts');
    const print = context.output === 'json' && format === 'kubectl' ? json : manifest;
    if (isEmptyPlan(plan)) throw nothingToChange(target);
    const file = chosenFile(patchFiles(plan, format, print), plan, options.hpa === true);
    await context.stdout.text(file.text);
    await notes(context, plan, file);
    const { recordExport } = await import('../../services/changes-read.ts');
    if (options.undo === undefined) await recordExport(client, [target], context.signal);
  },
});
