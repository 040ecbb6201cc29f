import { meanings } from './meanings.ts';

/** A schema in JSON Schema 2020-12. */
export type JsonSchema = { readonly [key: string]: unknown };

/** Longest key first, so that the most specific one matches. */
const byLength = Object.entries(meanings).toSorted(([a], [b]) => b.length - a.length);

/** The description of a field by its path, with the matching key. */
export function meaningOf(path: string): { readonly entry: string; readonly text: string } | null {
  const found = byLength.find(([end]) => path === end || path.endsWith(`.${end}`));
  return found === undefined ? null : { entry: found[0], text: found[1] };
}

export const meaningEntries: readonly string[] = Object.keys(meanings);

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema with a description on every field that has one. */
export function describeFields(schema: JsonSchema, path: string): JsonSchema {
  const { properties, items, anyOf, additionalProperties } = schema;
  const text = path.includes('.') ? meaningOf(path)?.text : undefined;
  return {
    ...schema,
    ...(text === undefined ? {} : { description: text }),
    ...(isSchema(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, each]) => [
              name,
              isSchema(each) ? describeFields(each, `${path}.${name}`) : each,
            ]),
          ),
        }
      : {}),
    ...(isSchema(items) ? { items: describeFields(items, `${path}[]`) } : {}),
    ...(isSchema(additionalProperties) && Object.keys(additionalProperties).length > 0
      ? { additionalProperties: describeFields(additionalProperties, `${path}{}`) }
      : {}),
    ...(Array.isArray(anyOf)
      ? { anyOf: anyOf.map((each: unknown) => (isSchema(each) && isObject(each) ? describeFields(each, path) : each)) }
      : {}),
  };
}

/** An alternative to null is described only at the field itself. */
const isObject = ({ properties, items }: JsonSchema): boolean => isSchema(properties) || isSchema(items);
