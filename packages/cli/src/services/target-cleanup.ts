import type { Client } from '@trimtab/core';
import { outcomeUnknown } from './unknown-outcome.ts';
import { refuseUnknownTarget } from './unknown-target.ts';

type Wanted = {
  namespace: string;
  name: string;
  signal: AbortSignal;
};

/** Ends the management of a target. */
export async function cleanUp(client: Client, { signal, ...target }: Wanted): Promise<void> {
  try {
    await client.targets.cleanup(target, { signal });
  } catch (error) {
    const { namespace, name } = target;
    const next = `Look with trimtab targets -n ${namespace}; if it is still there, repeat the command.`;
    refuseUnknownTarget(outcomeUnknown(error, { doing: `cleaning up ${name}`, next }), target);
  }
}
