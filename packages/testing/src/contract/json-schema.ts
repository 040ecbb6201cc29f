import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';

export type JsonSchema = { readonly [key: string]: unknown };

export const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const entries = (value: unknown): readonly (readonly [string, JsonSchema])[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([name, each]) => (isObject(each) ? [[name, each] as const] : []))
    : [];

/** One sentence for each place where a value does not match a schema; `at` names the value. Empty if it is valid. */
export type Problems = (value: unknown, schema: JsonSchema, at: string) => readonly string[];

const isTime = (text: string): boolean => Number.isFinite(Date.parse(text));

/** Checks values by schemas of an OpenAPI document, whose `#/components` they may reference. An unknown keyword throws. */
export function createProblems({ components }: JsonSchema): Problems {
  const ajv = new Ajv2020({ allErrors: true, strictTypes: false, formats: { 'date-time': isTime } });
  ajv.addKeyword('components');
  const compiled = new Map<JsonSchema, ValidateFunction>();
  return (value, schema, at) => {
    const validate = compiled.get(schema) ?? ajv.compile({ ...schema, components });
    compiled.set(schema, validate);
    return validate(value) ? [] : (validate.errors ?? []).map((error) => sentence(error, at));
  };
}

const sentence = ({ instancePath, message = 'is not valid', params }: ErrorObject, at: string): string =>
  `${at}${instancePath.replaceAll('/', '.')} ${message} ${JSON.stringify(params)}`;
