import type { Client, LimitPolicy, TargetName } from '@trimtab/core';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';
import { failWrite } from './unknown-outcome.ts';
import { refuseUnknownTarget } from './unknown-target.ts';

/** Null: as configured for the server. */
export async function readLimitPolicy(client: Client, target: TargetName): Promise<LimitPolicy | null> {
  const found = await client.targets.get(target).catch(refuseUnknownTarget(target));
  const policy = found.aiscaletarget.spec.limit_policy;
  if (policy === undefined) throw new CliError('This server has no policies for limits.', exitCode.api);
  return policy;
}

export async function setLimitPolicy(
  client: Client,
  { policy, ...target }: TargetName & { policy: LimitPolicy | null },
): Promise<void> {
  // Read the policy first: a server without policies may accept the write and ignore it.
  await readLimitPolicy(client, target);
  const { namespace, name } = target;
  const next = `trimtab limits ${namespace}/${name} shows the policy. The command can be repeated safely.`;
  await client.extensions
    .setLimitPolicy({ ...target, limit_policy: policy })
    .catch(refuseUnknownTarget(target))
    .catch(failWrite(`setting the policy of ${name}`, next));
}
