import type { OperationId } from '@trimtab/core';
import type { Principal } from '../auth/principal.ts';
import { HttpError } from '../http/errors.ts';
import type { Query } from '../http/query.ts';
import type { Asker } from '../services/asker.ts';

/** One parsed request: everything about it was checked against the call's declaration in core. */
export type CallContext = {
  readonly request: Request;
  /** Who asks. */
  readonly principal: Principal;
  readonly query: Query;
  /** A part of the path, decoded once. */
  readonly part: (name: string) => string;
  /** For whom sources are asked on the way to the answer. */
  readonly asker: Asker;
  readonly signal: AbortSignal;
};

/**
 * Answers the body, bare: the envelope is put around it where the declaration says so. Undefined answers 204; a
 * Response, such as a download, goes out as it is.
 */
export type Call = (context: CallContext) => Promise<unknown>;
export type Calls = readonly (readonly [OperationId, Call])[];

export const notFound = (namespace: string, name: string): HttpError =>
  new HttpError(404, `There is no target "${name}" in namespace "${namespace}". Enroll the workload first.`);
