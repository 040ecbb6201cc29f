import type { Client, TargetName } from '@trimtab/core';
import { failWrite } from './unknown-outcome.ts';
import { refuseUnknownTarget } from './unknown-target.ts';

export async function cleanUp(client: Client, target: TargetName): Promise<void> {
  const { namespace, name } = target;
  const next = `To see whether it is still enrolled: trimtab targets -n ${namespace}. The command can be repeated safely.`;
  await client.targets
    .cleanup(target)
    .catch(refuseUnknownTarget(target))
    .catch(failWrite(`un-enrolling ${name}`, next));
}
