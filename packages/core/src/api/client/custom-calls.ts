import type { Artifact, Namespace } from '../schemas/system.ts';
import type { Candidates } from '../schemas/targets.ts';
import type { Caller, CallOptions } from './caller.ts';

type EnrollParameters = {
  readonly namespace: string;
  /** Names of workloads. Absent: all eligible workloads of the namespace. */
  readonly workloads?: readonly string[] | undefined;
};

/** Candidates and enrollment share one address. Only `enroll` changes anything. */
export function targetCalls(call: Caller) {
  const ask = (
    dryrun: boolean,
    { namespace, workloads }: EnrollParameters,
    options?: CallOptions,
  ): Promise<Candidates> =>
    // -1 requests all items. The default page size could omit part of a namespace.
    call('targets.candidates', { namespace, workloads, dryrun, limit: -1, offset: 0 }, options);
  return {
    /** Lists the workloads that can be enrolled. Changes nothing. */
    candidates: (parameters: EnrollParameters, options?: CallOptions) => ask(true, parameters, options),
    /** Enrolls workloads. A repeated call changes nothing. */
    enroll: (parameters: EnrollParameters, options?: CallOptions) => ask(false, parameters, options),
  };
}

export const namespaceCalls = (call: Caller) => ({
  list: (
    parameters: {
      /** Whether to include the product's own namespace. Absent: the server decides. */
      readonly includeOwn?: boolean | undefined;
      /** Name of this parameter on servers that use another name. */
      readonly flag?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<{ items: Namespace[]; total?: number | undefined }> =>
    call('namespaces.list', {}, options, {
      query: { [parameters.flag || 'include_trimtab']: parameters.includeOwn },
    }),
});

export const artifactCalls = (call: Caller) => ({
  patch: (
    parameters: {
      readonly name: string;
      /** A JSON merge patch: null removes a field. */
      readonly patch: Readonly<Record<string, unknown>>;
    },
    options?: CallOptions,
  ): Promise<Artifact> => call('artifacts.patch', parameters, options, { body: parameters.patch }),
});
