import {
  type Client,
  type EnhancedTarget,
  isWorkloadMissing,
  type Suggestion,
  type TargetName,
  workloadMissingText,
} from '@trimtab/core';
import { type PatchPlan, patchPlan, planProblems } from '@trimtab/core/patch';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';
import { refuseUnknownTarget } from './unknown-target.ts';

type Patch = { readonly found: EnhancedTarget; readonly suggestion: Suggestion; readonly plan: PatchPlan };

export const readPatchPlan = async (client: Client, target: TargetName, signal: AbortSignal): Promise<PatchPlan> =>
  (await readPatch(client, target, signal)).plan;

/** The changes of the latest suggestion. Rejects if there is none, or if Kubernetes would reject the changes. */
export async function readPatch(client: Client, target: TargetName, signal: AbortSignal): Promise<Patch> {
  const refuse = refuseUnknownTarget(target);
  const title = `${target.namespace}/${target.name}`;
  const [found, suggestions] = await Promise.all([
    client.targets.get(target, { signal }).catch((error: unknown) => {
      if (isWorkloadMissing(error)) throw new CliError(workloadMissingText(error), exitCode.partial);
      return refuse(error);
    }),
    client.suggestions.list({ ...target, active: true }, { signal }).catch(refuse),
  ]);
  const [suggestion] = suggestions.items;
  if (suggestion === undefined) {
    throw new CliError(
      `There is no suggestion for ${title} yet.`,
      exitCode.partial,
      `trimtab suggest ${title} computes one, or says why there is none.`,
    );
  }
  // Another vendor's server sends limits only with the pods.
  const isWithoutLimits = found.target.containers.some(({ limits }) => limits === undefined);
  const pods = isWithoutLimits ? (await client.targets.pods(target, { signal })).items : [];
  const plan = patchPlan(found, suggestion, pods);
  const [problem] = planProblems(plan);
  if (problem === undefined) return { found, suggestion, plan };
  throw new CliError(`Kubernetes would reject a patch of ${title}: ${problem}`, exitCode.partial);
}
