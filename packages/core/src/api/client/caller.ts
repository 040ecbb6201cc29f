import { ApiError } from '../../errors.ts';
import { type ExtensionCall, extensionCalls } from '../operations/extension-calls.ts';
import type { OperationId, OperationOf } from '../operations/index.ts';
import { type Answer, type Input, type Operation, pathNames } from '../operations/operation.ts';
import { pathAndQuery, type QueryValues } from '../transport/address.ts';
import type { Call, Requester } from '../transport/request.ts';
import { readAnswer } from '../transport/response.ts';
import { bodyText } from './request-body.ts';
import type { SendOnce } from './write-keys.ts';

export type CallOptions = {
  readonly signal?: AbortSignal | undefined;
  /**
   * Sent as `Idempotency-Key`, so that the server recognizes a repeated POST. Absent: the client chooses the key of a
   * write.
   */
  readonly idempotencyKey?: string | undefined;
};

/**
 * The parameters of a method. A call without parameters takes an empty object, so that options cannot be passed as
 * parameters by mistake.
 */
type CallParameters<O extends Operation> = keyof Input<O> extends never ? Record<string, never> : Input<O>;

type Given = Readonly<Record<string, unknown>>;

type MethodOf<O extends Operation> =
  Partial<Input<O>> extends Input<O>
    ? (parameters?: CallParameters<O>, options?: CallOptions) => Promise<Answer<O>>
    : (parameters: CallParameters<O>, options?: CallOptions) => Promise<Answer<O>>;

/** A method per operation: takes its parameters and resolves to its parsed response. */
export type Methods = { [Id in OperationId]: MethodOf<OperationOf<Id>> };

/** The parameters that are sent in the body; undefined if there are none. */
function bodyFields(operation: Operation, parameters: Given): Given | undefined {
  const taken = new Set([...pathNames(operation.path), ...Object.keys(operation.query ?? {})]);
  const rest = Object.entries(parameters).filter(([name, value]) => !taken.has(name) && value !== undefined);
  return rest.length === 0 ? undefined : Object.fromEntries(rest);
}

/** The caller reads the bytes of the response after the call has returned. */
const isStreamed = ({ download, lines }: Operation): boolean => download === true || lines === true;

/** Builds the request of a call. Throws RequiredParameterError before anything is sent. */
export const prepareCall = (
  operation: Operation,
  parameters: Given,
  options: CallOptions = {},
  given: { body?: unknown; query?: QueryValues } = {},
): Call => ({
  id: operation.id,
  method: operation.method,
  pathAndQuery: pathAndQuery(operation, parameters, given.query),
  accept: `${operation.download === true ? 'application/gzip, ' : operation.lines === true ? 'application/x-ndjson, ' : ''}application/json`,
  body: bodyText(operation, 'body' in given ? given.body : bodyFields(operation, parameters)),
  idempotencyKey: options.idempotencyKey,
  ...(isStreamed(operation) ? { streamed: true } : {}),
});

type Answers = { [Id in OperationId]: Answer<OperationOf<Id>> };

export type Caller = <Id extends OperationId>(
  id: Id,
  parameters: Given,
  options?: CallOptions,
  given?: { body?: unknown; query?: QueryValues },
) => Promise<Answers[Id]>;

/** Returns the declaration of an operation, or loads it. */
export type DeclarationOf = (id: OperationId) => Operation | Promise<Operation>;

/** Calls operations by id. All methods of the client use it. */
export const createCaller =
  (
    declarationOf: DeclarationOf,
    request: Requester,
    sendOnce: SendOnce,
    host: string,
    extensions?: ReadonlySet<ExtensionCall>,
  ): Caller =>
  async <Id extends OperationId>(
    id: Id,
    parameters: Given,
    options?: CallOptions,
    given?: { body?: unknown; query?: QueryValues },
  ) => {
    const extension = extensionCalls.find((known) => known === id);
    // Throws the same error as a response of a server without the call, so that callers handle both cases in the same
    // way.
    if (extension !== undefined && extensions?.has(extension) === false) {
      throw new ApiError(404, ['The server does not announce this call.']);
    }
    const declared = await declarationOf(id);
    const call = prepareCall(declared, parameters, options, given);
    // Loaded only for these calls, because the first page of the console makes none of them.
    const stream = isStreamed(declared) ? await import('../transport/download.ts') : null;
    const answer = await sendOnce(call, (keyed) =>
      request<unknown>(
        keyed,
        async (response, deadline) =>
          stream?.startDownload(response, deadline, host, declared.download === true ? 'archive' : 'lines') ??
          readAnswer(declared, response, deadline),
        options?.signal,
      ),
    );
    // `readAnswer` has checked the value against the schema from which this type is derived.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return answer as Answers[Id];
  };

/** Creates the method of an operation whose parameters are sent without changes. */
export const createMethods =
  (call: Caller) =>
  <Id extends OperationId>(id: Id): Methods[Id] =>
    // `Methods` and `call` agree for each id, but the compiler cannot check that for a generic id.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    ((parameters?: Given, options?: CallOptions) => call(id, parameters ?? {}, options)) as Methods[Id];
