import { type OperationId, type OperationOf, operationOf } from '../operations/index.ts';
import { type Answer, type Input, type Operation, pathNames } from '../operations/operation.ts';
import { pathAndQuery, type QueryValues } from '../transport/address.ts';
import type { Call, Requester } from '../transport/request.ts';
import { readAnswer } from '../transport/response.ts';
import { bodyText } from './request-body.ts';

export type CallOptions = {
  readonly signal?: AbortSignal | undefined;
  /** Lets a server tell a repeated POST from a second one; the caller keeps it over its own repetitions. */
  readonly idempotencyKey?: string | undefined;
};

/** What a method takes: a call without parameters takes an empty object, so that options cannot be mistaken for them. */
export type CallParameters<O extends Operation> = keyof Input<O> extends never ? Record<string, never> : Input<O>;

type Given = Readonly<Record<string, unknown>>;

export type MethodOf<O extends Operation> =
  Partial<Input<O>> extends Input<O>
    ? (parameters?: CallParameters<O>, options?: CallOptions) => Promise<Answer<O>>
    : (parameters: CallParameters<O>, options?: CallOptions) => Promise<Answer<O>>;

/** Every operation as a method that takes its parameters and answers by its schema. */
export type Methods = { [Id in OperationId]: MethodOf<OperationOf<Id>> };

/** The parameters that are neither in the path nor in the query; undefined when there are none. */
function bodyFields(operation: Operation, parameters: Given): Given | undefined {
  const taken = new Set([...pathNames(operation.path), ...Object.keys(operation.query ?? {})]);
  const rest = Object.entries(parameters).filter(([name, value]) => !taken.has(name) && value !== undefined);
  return rest.length === 0 ? undefined : Object.fromEntries(rest);
}

/** An operation and its parameters as something to send; throws before anything is sent when it cannot be. */
export const prepareCall = (
  operation: Operation,
  parameters: Given,
  options: CallOptions = {},
  given: { body?: unknown; query?: QueryValues } = {},
): Call => ({
  id: operation.id,
  method: operation.method,
  pathAndQuery: pathAndQuery(operation, parameters, given.query),
  accept: operation.download === true ? 'application/gzip, application/json' : 'application/json',
  body: bodyText(operation, 'body' in given ? given.body : bodyFields(operation, parameters)),
  idempotencyKey: options.idempotencyKey,
});

type Answers = { [Id in OperationId]: Answer<OperationOf<Id>> };

export type Caller = <Id extends OperationId>(
  id: Id,
  parameters: Given,
  options?: CallOptions,
  given?: { body?: unknown; query?: QueryValues },
) => Promise<Answers[Id]>;

/** Calls by operation id; every method of the client is one line on this. */
export const createCaller =
  (request: Requester): Caller =>
  async <Id extends OperationId>(
    id: Id,
    parameters: Given,
    options?: CallOptions,
    given?: { body?: unknown; query?: QueryValues },
  ) => {
    const declared: Operation = operationOf(id);
    const call = prepareCall(declared, parameters, options, given);
    const answer = await request(
      call,
      (response, deadline) => readAnswer(declared, response, deadline),
      options?.signal,
    );
    // The schema that `readAnswer` has just checked is the one that this type is made from.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return answer as Answers[Id];
  };

/** Makes an operation a method, for those whose parameters go out as they come in. */
export const createMethods =
  (call: Caller) =>
  <Id extends OperationId>(id: Id): Methods[Id] =>
    // `Methods` spells out, per id, what `call` takes and answers; the compiler cannot see that they agree for any id.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    ((parameters?: Given, options?: CallOptions) => call(id, parameters ?? {}, options)) as Methods[Id];
