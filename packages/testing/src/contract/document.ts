import { createProblems, entries, isObject, type JsonSchema, type Problems } from './json-schema.ts';

export type Parameter = {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly example: unknown;
};

/** An operation of the OpenAPI document. */
export type DescribedCall = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly inPath: readonly Parameter[];
  readonly inQuery: readonly Parameter[];
  readonly body: { readonly required: boolean; readonly schema: JsonSchema; readonly example: unknown } | null;
  /** By status: the schema of the JSON body, or the kind of body. */
  readonly answers: ReadonlyMap<number, JsonSchema | 'nothing' | 'file'>;
  /** Whether the body of a success is lines of JSON, which are checked as an array. */
  readonly hasLines: boolean;
};

/** Looks up the part of the document that a `$ref` refers to. */
type Resolve = (reference: string) => JsonSchema;

export type ReadDocument = {
  readonly calls: readonly DescribedCall[];
  readonly resolve: Resolve;
  readonly problems: Problems;
};

/** Reads an OpenAPI document. Throws if it is invalid. */
export function readDocument(document: unknown): ReadDocument {
  if (!isObject(document)) throw new TypeError('The OpenAPI document is not an object.');
  const calls = entries(document['paths']).flatMap(([path, item]) =>
    entries(item).map(([method, described]) => readCall(method.toUpperCase(), path, described)),
  );
  if (calls.length === 0) throw new TypeError('The OpenAPI document has no operations.');
  const resolve: Resolve = (reference) => {
    const found = reference
      .replace(/^#\//, '')
      .split('/')
      .reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), document);
    if (!isObject(found)) throw new TypeError(`${reference} does not exist in the OpenAPI document.`);
    return found;
  };
  return { calls, resolve, problems: createProblems(document) };
}

function readCall(method: string, path: string, described: JsonSchema): DescribedCall {
  const parameters = Array.isArray(described['parameters']) ? described['parameters'].filter(isObject) : [];
  const placed = (place: string) => parameters.filter((each) => each['in'] === place).map(readParameter);
  return {
    id: String(described['operationId']),
    method,
    path,
    inPath: placed('path'),
    inQuery: placed('query'),
    body: readBody(described['requestBody']),
    hasLines: JSON.stringify(described['responses']).includes(linesType),
    answers: new Map(
      entries(described['responses'])
        .filter(([status]) => status !== 'default')
        .map(([status, answer]) => [Number(status), readAnswer(answer)]),
    ),
  };
}

const readParameter = ({ name, required, schema, example }: JsonSchema): Parameter => ({
  name: String(name),
  required: required === true,
  schema: isObject(schema) ? schema : {},
  example,
});

export const linesType = 'application/x-ndjson';

function contentOf(value: unknown, type: string): JsonSchema | null {
  const content = isObject(value) && isObject(value['content']) ? value['content'][type] : undefined;
  return isObject(content) ? content : null;
}

function readBody(value: unknown): DescribedCall['body'] {
  const content = contentOf(value, 'application/json');
  if (content === null || !isObject(value) || !isObject(content['schema'])) return null;
  return { required: value['required'] === true, schema: content['schema'], example: content['example'] };
}

function readAnswer(value: JsonSchema): JsonSchema | 'nothing' | 'file' {
  if (contentOf(value, 'application/gzip') !== null) return 'file';
  const lines = contentOf(value, linesType)?.['schema'];
  if (lines !== undefined) return { type: 'array', items: lines };
  const schema = contentOf(value, 'application/json')?.['schema'];
  return isObject(schema) ? schema : 'nothing';
}
