import type { Artifact, Namespace } from '../schemas/system.ts';
import type { Candidates } from '../schemas/targets.ts';
import type { Caller, CallOptions } from './caller.ts';

type EnrollParameters = {
  readonly namespace: string;
  /** Names of workloads; absent: every eligible one of the namespace. */
  readonly workloads?: readonly string[] | undefined;
};

/** The two faces of one address: only `enroll` writes. */
export function targetCalls(call: Caller) {
  const ask = (
    dryrun: boolean,
    { namespace, workloads }: EnrollParameters,
    options?: CallOptions,
  ): Promise<Candidates> =>
    // -1: a server's own page size must not leave out the rest of a namespace.
    call('targets.candidates', { namespace, workloads, dryrun, limit: -1, offset: 0 }, options);
  return {
    /** What could be enrolled; changes nothing. */
    candidates: (parameters: EnrollParameters, options?: CallOptions) => ask(true, parameters, options),
    /** Enrolls; repeating it is safe. */
    enroll: (parameters: EnrollParameters, options?: CallOptions) => ask(false, parameters, options),
  };
}

export const namespaceCalls = (call: Caller) => ({
  list: (
    parameters: {
      /** Whether the product's own namespace is listed too; absent leaves it to the server. */
      readonly includeOwn?: boolean | undefined;
      /** What another vendor's server calls this parameter. */
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
