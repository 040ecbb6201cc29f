import {
  type Client,
  type EnhancedTarget,
  isWorkloadMissing,
  type Pod,
  type Suggestion,
  type TargetName,
  workloadMissingText,
} from '@trimtab/core';
import { isEmptyPlan, type PatchPlan, patchPlan, planProblems, restorePlan } from '@trimtab/core/patch';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';
import { findChange } from './changes-read.ts';
import { refuseUnknownTarget } from './unknown-target.ts';

type Patch = { readonly found: EnhancedTarget; readonly suggestion: Suggestion; readonly plan: PatchPlan };

export const readPatchPlan = async (client: Client, target: TargetName): Promise<PatchPlan> =>
  (await readPatch(client, target)).plan;

/** The patch that undoes a recorded change. */
export async function readUndoPlan(client: Client, target: TargetName, id: string): Promise<PatchPlan> {
  const [found, change] = await Promise.all([readTarget(client, target), findChange(client, target, id)]);
  const plan = restorePlan(found, change, await podsWithLimits(client, found));
  if (isEmptyPlan(plan)) {
    const title = `${target.namespace}/${target.name}`;
    throw new CliError(
      [`There is nothing to undo: ${title} has these values.`, ...plan.notes].join(' '),
      exitCode.partial,
    );
  }
  return checked(plan);
}

/** The changes of the latest suggestion. Rejects if there is none, or if Kubernetes would reject the changes. */
export async function readPatch(client: Client, target: TargetName): Promise<Patch> {
  const title = `${target.namespace}/${target.name}`;
  const [found, suggestions] = await Promise.all([
    readTarget(client, target),
    client.suggestions.list({ ...target, active: true }).catch(refuseUnknownTarget(target)),
  ]);
  const [suggestion] = suggestions.items;
  if (suggestion === undefined) {
    throw new CliError(
      `There is no suggestion for ${title} yet.`,
      exitCode.partial,
      `trimtab suggest ${title} computes one, or says why there is none.`,
    );
  }
  const plan = checked(patchPlan(found, suggestion, await podsWithLimits(client, found)));
  return { found, suggestion, plan };
}

const readTarget = (client: Client, target: TargetName): Promise<EnhancedTarget> =>
  client.targets.get(target).catch((error: unknown) => {
    if (isWorkloadMissing(error)) throw new CliError(workloadMissingText(error), exitCode.partial);
    return refuseUnknownTarget(target)(error);
  });

/** Servers of other vendors send limits only with the pods. */
async function podsWithLimits(client: Client, found: EnhancedTarget): Promise<readonly Pod[]> {
  if (found.target.containers.every(({ limits }) => limits !== undefined)) return [];
  const { namespace, name } = found.aiscaletarget;
  return (await client.targets.pods({ namespace, name })).items;
}

function checked(plan: PatchPlan): PatchPlan {
  const [problem] = planProblems(plan);
  if (problem === undefined) return plan;
  throw new CliError(`Kubernetes would reject a patch of ${plan.namespace}/${plan.name}: ${problem}`, exitCode.partial);
}
