import { ApiError } from '@trimtab/core';
import { UsageError } from '../failure.ts';

/** Rethrows an error; a 404 becomes a usage error, because most likely the name was mistyped. */
export function refuseUnknownTarget(error: unknown, { namespace, name }: { namespace: string; name: string }): never {
  if (error instanceof ApiError && error.status === 404) {
    throw new UsageError(
      `There is no target ${name} in ${namespace}.`,
      `trimtab targets -n ${namespace} lists the targets, trimtab candidates -n ${namespace} the workloads that can be enrolled.`,
    );
  }
  throw error;
}
