import { ApiError, type TargetName } from '@trimtab/core';
import { UsageError } from '../failure.ts';

/**
 * For the `catch` of a request: a 404 becomes a usage error, because most likely the name was mistyped. A 404
 * without a message is rethrown, because it is not from the API.
 */
export const refuseUnknownTarget =
  ({ namespace, name }: TargetName) =>
  (error: unknown): never => {
    if (error instanceof ApiError && error.status === 404 && error.messages.length > 0) {
      throw new UsageError(
        `There is no target ${name} in ${namespace}.`,
        `trimtab targets -n ${namespace} lists the targets, trimtab candidates -n ${namespace} the workloads that can be enrolled.`,
      );
    }
    throw error;
  };
