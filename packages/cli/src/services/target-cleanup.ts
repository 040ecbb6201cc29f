import type { Client, TargetName } from '@trimtab/core';
import { failWrite } from './unknown-outcome.ts';
import { refuseUnknownTarget } from './unknown-target.ts';

export async function cleanUp(client: Client, target: TargetName, signal: AbortSignal): Promise<void> {
  const { namespace, name } = target;
  const next = `Run trimtab targets -n ${namespace}; if the target is still listed, repeat the command.`;
  await client.targets
    .cleanup(target, { signal })
    .catch(refuseUnknownTarget(target))
    .catch(failWrite(`cleaning up ${name}`, next));
}
