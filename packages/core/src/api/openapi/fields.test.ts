import { describe, expect, it } from 'vitest';
import { type JsonSchema, meaningEntries, meaningOf } from './fields.ts';
import { componentSchemas } from './schemas.ts';

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Field = { readonly path: string; readonly schema: JsonSchema };

function fieldsOf(schema: JsonSchema, path: string): Field[] {
  const { properties, items, additionalProperties, anyOf } = schema;
  return [
    { path, schema },
    ...Object.entries(isSchema(properties) ? properties : {}).flatMap(([name, each]) =>
      isSchema(each) ? fieldsOf(each, `${path}.${name}`) : [],
    ),
    ...(isSchema(items) ? fieldsOf(items, `${path}[]`) : []),
    ...(isSchema(additionalProperties) ? fieldsOf(additionalProperties, `${path}{}`) : []),
    ...(Array.isArray(anyOf) ? anyOf : [])
      .filter(isSchema)
      .filter((each) => isSchema(each['properties']) || isSchema(each['items']))
      .flatMap((each) => fieldsOf(each, path)),
  ];
}

const fields = Object.entries(componentSchemas()).flatMap(([name, schema]) => fieldsOf(schema, name));
const isNumber = ({ schema: { type, anyOf } }: Field): boolean =>
  [type, ...(Array.isArray(anyOf) ? anyOf : []).map((each) => (isSchema(each) ? each['type'] : null))]
    .flat()
    .some((each) => each === 'number' || each === 'integer');

describe('the fields of the OpenAPI document', () => {
  it('with numbers all state their unit and the meaning of 0 and null', () => {
    const numbers = fields.filter(isNumber);
    expect(numbers.length).toBeGreaterThan(100);
    expect(numbers.filter(({ schema }) => typeof schema['description'] !== 'string').map(({ path }) => path)).toEqual(
      [],
    );
  });

  it('use every description', () => {
    const used = new Set(fields.map(({ path }) => meaningOf(path)?.entry));
    expect(meaningEntries.filter((entry) => !used.has(entry))).toEqual([]);
  });
});
