type Schema = { readonly [key: string]: unknown };

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The entries of an object whose values are schemas. */
const schemasIn = (value: unknown): [string, Schema][] =>
  isSchema(value)
    ? Object.entries(value).flatMap(([name, each]): [string, Schema][] => (isSchema(each) ? [[name, each]] : []))
    : [];

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const alternatives = (schema: Schema): Schema[] => listed(schema['anyOf']).filter(isSchema);
const isNull = ({ type }: Schema): boolean => type === 'null';

function linkTo(reference: string): string {
  const name = reference.slice(reference.lastIndexOf('/') + 1);
  return `[${name}](#${name.toLowerCase()})`;
}

/** A short text for a schema, with links to named schemas. */
export function typeText(schema: Schema): string {
  const { $ref, type, items, additionalProperties } = schema;
  const values = listed(schema['enum']);
  if (typeof $ref === 'string') return linkTo($ref);
  if (values.length > 0) return values.map((value) => `\`${String(value)}\``).join(', ');
  const options = alternatives(schema);
  if (options.length > 0) return options.map(typeText).join(' or ');
  if (schema['format'] === 'date-time') return 'time';
  if (type === 'array') return `list of ${isSchema(items) ? ofEach(items) : 'anything'}`;
  if (type === 'object' && isSchema(additionalProperties) && Object.keys(additionalProperties).length > 0) {
    return `object of ${typeText(additionalProperties)} by name`;
  }
  return listed([type].flat()).map(String).join(' or ').replace('undefined', 'anything');
}

/** Adds parentheses, as in `list of (number or null) or null`, to show which part may be null. */
const ofEach = (schema: Schema): string =>
  alternatives(schema).length > 0 ? `(${typeText(schema)})` : typeText(schema);

/** The schema of a nested object, also if it is nullable or the entry of a list or a dictionary. */
function inner(schema: Schema): { readonly schema: Schema; readonly suffix: string } | null {
  const option = alternatives(schema).find((each) => !isNull(each));
  if (option !== undefined) return inner(option);
  const { items, properties, additionalProperties } = schema;
  if (isSchema(items)) {
    const within = inner(items);
    return within === null ? null : { schema: within.schema, suffix: `[]${within.suffix}` };
  }
  if (isSchema(properties)) return { schema, suffix: '' };
  if (!isSchema(additionalProperties)) return null;
  const within = inner(additionalProperties);
  return within === null ? null : { schema: within.schema, suffix: `.*${within.suffix}` };
}

export type Row = {
  readonly field: string;
  readonly type: string;
  readonly required: boolean;
  /** Empty if the schema has no description. */
  readonly meaning: string;
};

/** The description of a field, or of the entries of a list without one. */
function meaningOf(schema: Schema): string {
  const { description, items } = schema;
  if (typeof description === 'string') return description;
  if (isSchema(items)) return meaningOf(items);
  return (
    alternatives(schema)
      .map(meaningOf)
      .find((text) => text !== '') ?? ''
  );
}

/** Every field of a schema with its path, such as `items[].name`. Named schemas are linked, not expanded. */
export function rowsOf(schema: Schema, prefix = ''): Row[] {
  const required = new Set(listed(schema['required']));
  return schemasIn(schema['properties']).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const within = inner(field);
    return [
      { field: path, type: typeText(field), required: required.has(name), meaning: meaningOf(field) },
      ...(within === null ? [] : rowsOf(within.schema, `${path}${within.suffix}.`)),
    ];
  });
}
