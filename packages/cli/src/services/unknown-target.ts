import { ApiError } from '@trimtab/core';
import { UsageError } from '../failure.ts';

/** A 404 for a target is a slip of the pen, not a fault of the server: the name is what to look at. */
export function refuseUnknownTarget(error: unknown, { namespace, name }: { namespace: string; name: string }): never {
  if (error instanceof ApiError && error.status === 404) {
    throw new UsageError(
      `There is no target ${name} in ${namespace}.`,
      `trimtab targets -n ${namespace} lists them; trimtab candidates -n ${namespace} what can be enrolled.`,
    );
  }
  throw error;
}
