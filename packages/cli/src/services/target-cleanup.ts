import type { Client } from '@trimtab/core';
import { outcomeUnknown } from './unknown-outcome.ts';
import { refuseUnknownTarget } from './unknown-target.ts';

type Wanted = {
  namespace: string;
  name: string;
  signal: AbortSignal;
};

export async function cleanUp(client: Client, { signal, ...target }: Wanted): Promise<void> {
  try {
    await client.targets.cleanup(target, { signal });
  } catch (error) {
    const { namespace, name } = target;
    const next = `Run trimtab targets -n ${namespace}; if the target is still listed, repeat the command.`;
    refuseUnknownTarget(outcomeUnknown(error, { action: `cleaning up ${name}`, next }), target);
  }
}
