export type JsonSchema = { readonly [key: string]: unknown };

export const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Resolves a `$ref`. */
export type Resolve = (reference: string) => JsonSchema;

type Check = (value: unknown, schema: JsonSchema, at: string, resolve: Resolve) => readonly string[];

/** The supported keywords of JSON Schema 2020-12. Others are reported as errors. */
const keywords: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['$ref', (value, { $ref }, at, resolve) => problems(value, resolve(String($ref)), at, resolve)],
  [
    'type',
    (value, { type }, at) => (list([type].flat()).some((each) => isOf(value, each)) ? [] : [`${at} is ${kind(value)}`]),
  ],
  ['enum', (value, schema, at) => (list(schema['enum']).includes(value) ? [] : [`${at} is none of its values`])],
  [
    'anyOf',
    (value, schema, at, resolve) => {
      const outcomes = list(schema['anyOf'])
        .filter(isObject)
        .map((each) => problems(value, each, at, resolve));
      return outcomes.some(({ length }) => length === 0) ? [] : outcomes.flat();
    },
  ],
  [
    'required',
    (value, schema, at) =>
      isObject(value)
        ? list(schema['required']).flatMap((name) =>
            Object.hasOwn(value, String(name)) ? [] : [`${at}.${String(name)} is missing`],
          )
        : [],
  ],
  [
    'properties',
    (value, schema, at, resolve) =>
      entries(schema['properties']).flatMap(([name, each]) =>
        isObject(value) && Object.hasOwn(value, name) ? problems(value[name], each, `${at}.${name}`, resolve) : [],
      ),
  ],
  [
    'additionalProperties',
    (value, schema, at, resolve) => {
      const { additionalProperties: rest, properties } = schema;
      if (!isObject(value)) return [];
      const others = Object.keys(value).filter((name) => !isObject(properties) || !Object.hasOwn(properties, name));
      if (rest === false) return others.map((name) => `${at}.${name} is unknown`);
      return isObject(rest) ? others.flatMap((name) => problems(value[name], rest, `${at}.${name}`, resolve)) : [];
    },
  ],
  // Property names are always strings.
  ['propertyNames', () => []],
  [
    'items',
    (value, { items }, at, resolve) =>
      isObject(items) ? list(value).flatMap((each, index) => problems(each, items, `${at}[${index}]`, resolve)) : [],
  ],
  [
    'minItems',
    (value, { minItems }, at) => (list(value).length < (number(minItems) ?? 0) ? [`${at} has too few`] : []),
  ],
  [
    'maxItems',
    (value, { maxItems }, at) => (list(value).length > (number(maxItems) ?? Infinity) ? [`${at} has too many`] : []),
  ],
  [
    'minLength',
    (value, { minLength }, at) =>
      typeof value === 'string' && value.length < (number(minLength) ?? 0) ? [`${at} is too short`] : [],
  ],
  [
    'pattern',
    (value, { pattern }, at) =>
      typeof value === 'string' && !new RegExp(String(pattern), 'u').test(value) ? [`${at} does not match`] : [],
  ],
  [
    'minimum',
    (value, { minimum }, at) =>
      (number(value) ?? Infinity) < (number(minimum) ?? -Infinity) ? [`${at} is too small`] : [],
  ],
  [
    'maximum',
    (value, { maximum }, at) =>
      (number(value) ?? -Infinity) > (number(maximum) ?? Infinity) ? [`${at} is too large`] : [],
  ],
  [
    'exclusiveMinimum',
    (value, { exclusiveMinimum }, at) =>
      (number(value) ?? Infinity) <= (number(exclusiveMinimum) ?? -Infinity) ? [`${at} is too small`] : [],
  ],
  [
    'format',
    (value, { format }, at) =>
      format === 'date-time' && !(typeof value === 'string' && Number.isFinite(Date.parse(value)))
        ? [`${at} is no time`]
        : [],
  ],
  ['description', () => []],
]);

/** Validates a value against its schema. Returns one sentence per violation; empty if it is valid. */
export function problems(value: unknown, schema: JsonSchema, at: string, resolve: Resolve): readonly string[] {
  return Object.keys(schema).flatMap((keyword) => {
    const check = keywords.get(keyword);
    return check === undefined
      ? [`${at} has a schema with the unknown word ${keyword}`]
      : check(value, schema, at, resolve);
  });
}

export const entries = (value: unknown): readonly (readonly [string, JsonSchema])[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([name, each]) => (isObject(each) ? [[name, each] as const] : []))
    : [];

const kind = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
const isOf = (value: unknown, type: unknown): boolean =>
  kind(value) === type || (type === 'integer' && Number.isInteger(value));
