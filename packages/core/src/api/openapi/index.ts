import { operations } from '../operations/index.ts';
import { type Operation, pathNames, type QueryParameter } from '../operations/operation.ts';
import { exampleOf } from './examples/index.ts';
import type { JsonSchema } from './fields.ts';
import { componentSchemas, referenceTo } from './schemas.ts';

type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description?: string;
  readonly style?: 'form';
  readonly explode?: boolean;
  readonly schema: JsonSchema;
  readonly example?: unknown;
};

type Response = {
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema; readonly example?: unknown }>>;
};

export type OpenApiOperation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: { readonly 'application/json': { readonly schema: JsonSchema; readonly example?: unknown } };
  };
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
};

export type OpenApiDocument = {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
  };
};

function querySchema(parameter: QueryParameter): JsonSchema {
  switch (parameter.type) {
    case 'integer':
      return { type: 'integer', ...bounds(parameter) };
    case 'boolean':
      return { type: 'boolean' };
    case 'instant':
      return { type: 'string', format: 'date-time' };
    case 'texts':
      return { type: 'array', items: { type: 'string' }, minItems: 1 };
    case 'text':
      return {
        type: 'string',
        ...(parameter.values === undefined ? {} : { enum: parameter.values }),
        ...(parameter.pattern === undefined ? {} : { pattern: parameter.pattern }),
      };
    default:
      return parameter.type satisfies never;
  }
}

const bounds = ({ minimum, maximum }: QueryParameter): JsonSchema => ({
  ...(minimum === undefined ? {} : { minimum }),
  ...(maximum === undefined ? {} : { maximum }),
});

const describeParameter = ({ description, fallback }: QueryParameter): string =>
  fallback === undefined ? description : `${description} Where it is absent: ${fallback}.`;

const partMeanings: ReadonlyMap<string, string> = new Map([
  ['namespace', 'Kubernetes namespace.'],
  ['name', 'Name of the target, which is that of its workload.'],
  ['id', 'Id of the job, as it was popped.'],
  ['connector', 'Name of the connector, as the list of connectors has it.'],
  ['metricName', 'Name of the metric, as the connector has it.'],
]);

const describePart = (path: string, name: string): string =>
  path.startsWith('/v1/artifacts/') ? 'Name of the artifact, as the list has it.' : (partMeanings.get(name) ?? '');

/** An entry of an example as `{ example }`; an empty object if there is none. */
const exampled = (values: Readonly<Record<string, unknown>> | undefined, name: string): { example?: unknown } =>
  values !== undefined && Object.hasOwn(values, name) ? { example: values[name] } : {};

const parametersOf = (operation: Operation): Parameter[] => [
  ...pathNames(operation.path).map(
    (name): Parameter => ({
      name,
      in: 'path',
      required: true,
      description: describePart(operation.path, name),
      schema: { type: 'string', minLength: 1 },
      ...exampled(exampleOf(operation.id).path, name),
    }),
  ),
  ...Object.entries(operation.query ?? {}).map(
    ([name, parameter]): Parameter => ({
      name,
      in: 'query',
      required: parameter.required === true && parameter.fallback === undefined,
      description: describeParameter(parameter),
      ...(parameter.type === 'texts' ? { style: 'form', explode: false } : {}),
      schema: querySchema(parameter),
      ...exampled(exampleOf(operation.id).query, name),
    }),
  ),
];

function successOf(operation: Operation): Record<string, Response> {
  if (operation.download === true)
    return { 200: { description: 'A compressed tar archive.', content: { 'application/gzip': {} } } };
  if (operation.answer === undefined) return { 204: { description: 'The call succeeded. The response has no body.' } };
  const reference = referenceTo(operation.answer);
  const schema =
    operation.envelope === true ? { type: 'object', properties: { data: reference }, required: ['data'] } : reference;
  const { answer } = exampleOf(operation.id);
  if (operation.lines === true) {
    const content = { 'application/x-ndjson': { schema: reference, example: answer } };
    return { 200: { description: 'A line of JSON per entry; empty lines only keep the connection open.', content } };
  }
  const example = operation.envelope === true ? { data: answer } : answer;
  return {
    200: { description: 'The call succeeded.', content: { 'application/json': { schema, example } } },
    ...(operation.nullable === true
      ? { 204: { description: 'The call succeeded, but there is nothing to return.' } }
      : {}),
  };
}

function describe(operation: Operation): OpenApiOperation {
  const parameters = parametersOf(operation);
  return {
    operationId: operation.id,
    tags: [nounOf(operation)],
    summary: operation.summary,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(operation.body === undefined
      ? {}
      : {
          requestBody: {
            required: operation.bodyOptional !== true,
            content: {
              'application/json': { schema: referenceTo(operation.body), example: exampleOf(operation.id).body },
            },
          },
        }),
    responses: { ...successOf(operation), default: { $ref: '#/components/responses/Error' } },
    ...(operation.open === true ? { security: [] } : {}),
  };
}

const nounOf = ({ id }: Operation): string => id.slice(0, id.indexOf('.'));

/** The OpenAPI 3.1 document of the API. It is generated from the operations and schemas that the client also uses. */
export function openApiDocument({ version }: { version: string }): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const operation of operations) {
    const item = (paths[operation.path] ??= {});
    item[operation.method.toLowerCase()] = describe(operation);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Trimtab',
      version,
      description:
        'Autoscaling of Kubernetes workloads: what they use, need and cost. CPU is in cores, memory in bytes, money in US dollars, ratios are fractions, times are RFC 3339 in UTC. A figure that is not known is null, never 0.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(operations.map(nounOf))].map((name) => ({ name })),
    security: [{}, { token: [] }],
    paths,
    components: {
      schemas: componentSchemas(),
      responses: {
        Error: {
          description: 'The call failed. The first entry of `errors` gives the reason.',
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/ErrorBody' },
              example: { errors: ['There is no target "checkout" in namespace "shop". Enroll the workload first.'] },
            },
          },
        },
      },
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}
