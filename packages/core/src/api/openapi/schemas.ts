import * as z from 'zod/mini';
import { capitalize } from '../../domain/direction.ts';
import * as changes from '../schemas/changes.ts';
import * as costs from '../schemas/costs.ts';
import * as extensions from '../schemas/explanations.ts';
import { built } from '../schemas/lazy.ts';
import * as logs from '../schemas/logs.ts';
import { dictionaryValues } from '../schemas/measure.ts';
import * as metrics from '../schemas/metrics.ts';
import * as reliability from '../schemas/reliability.ts';
import * as suggestions from '../schemas/suggestions.ts';
import * as system from '../schemas/system.ts';
import * as targets from '../schemas/targets.ts';
import * as views from '../schemas/views.ts';
import * as whatIf from '../schemas/what-if.ts';
import { describeFields, type JsonSchema } from './fields.ts';

/** The exported schemas of a module by their names in the document: `AstSpecView` for `astSpecViewSchema`. */
const schemasIn = (module: object): (readonly [string, z.ZodMiniType])[] =>
  Object.entries<unknown>({ ...module })
    .flatMap(([name, schema]) =>
      schema instanceof z.ZodMiniType ? [[capitalize(name.replace(/Schema$/, '')), built(schema)] as const] : [],
    )
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

/** All schemas of the document. A named schema inside another becomes a reference. */
const named = [
  targets,
  views,
  changes,
  costs,
  metrics,
  extensions,
  reliability,
  logs,
  suggestions,
  system,
  whatIf,
].flatMap(schemasIn);

const referencePattern = '#/components/schemas/';
const names: ReadonlyMap<z.ZodMiniType, string> = new Map(named.map(([name, schema]) => [schema, name]));

export function referenceTo(schema: z.ZodMiniType): JsonSchema {
  const name = names.get(built(schema));
  if (name === undefined)
    throw new TypeError('A schema of an operation is not exported, so it has no name in the OpenAPI document');
  return { $ref: `${referencePattern}${name}` };
}

/** All schemas of transmitted values as JSON Schema 2020-12. They do not describe how a client reads invalid values. */
export function componentSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of named) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    unrepresentable: 'any',
    uri: (id) => `${referencePattern}${id}`,
    override: ({ zodSchema, jsonSchema }) => {
      delete jsonSchema.default;
      const values = dictionaryValues(zodSchema);
      if (values === undefined) return;
      const { $schema: _, ...additionalProperties } = z.toJSONSchema(values, { io: 'input' });
      Object.assign(jsonSchema, { type: 'object', additionalProperties });
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _schema, $id: _id, ...schema }]) => [
      name,
      describeFields(schema, name),
    ]),
  );
}
