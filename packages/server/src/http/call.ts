import type { OperationId } from '@trimtab/core';
import type { Principal, RequestContext } from '../ports/index.ts';
import type { Query } from './query.ts';

/** One parsed request, checked against the declaration of its call in core. */
export type CallContext = {
  readonly request: Request;
  readonly principal: Principal;
  readonly query: Query;
  /** A decoded parameter of the path. */
  readonly part: (name: string) => string;
  /** @throws HttpError 400 for a namespace or name that cannot exist in Kubernetes */
  readonly checkNames: (
    targets: readonly { readonly namespace?: string | undefined; readonly name?: string | undefined }[],
    /** Default: the body. */
    place?: 'body' | 'query',
  ) => void;
  /** For reading sources on behalf of the caller. */
  readonly context: RequestContext;
  readonly signal: AbortSignal;
};

/**
 * Returns the response body without its envelope. The mount adds the envelope if the declaration has one. Undefined
 * becomes 204. A `Response`, such as a download, is sent unchanged.
 */
export type Call = (context: CallContext) => Promise<unknown>;
/** The body of a list that is not paged. */
export const wholeList = <T>(items: readonly T[]) => ({ items, total: items.length });

/** The handlers of one group of operations. */
export type Calls = Readonly<Partial<Record<OperationId, Call>>>;
/** The handlers of all groups, by operation id. */
export type CallEntries = readonly (readonly [string, Call])[];
