import { Environment } from '@marcbachmann/cel-js';
import type { Cause } from './api-error.ts';
import { asList, asObject, asText, equal, isObject, type Json, type JsonObject } from './json.ts';

type Checked = { readonly causes: Cause[]; readonly path: string };

const child = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);
const keepsUnknown = (schema: JsonObject): boolean => schema['x-kubernetes-preserve-unknown-fields'] === true;

/** The schema of a field; undefined if the field is unknown. */
function schemaOfField(schema: JsonObject, key: string): JsonObject | undefined {
  const declared = asObject(schema['properties'])[key] ?? schema['additionalProperties'];
  return isObject(declared) ? declared : undefined;
}

/** The value without unknown fields; their paths are added to `unknown`. */
export function pruned(schema: JsonObject, value: Json | undefined, unknown: string[], path = ''): Json | undefined {
  if (keepsUnknown(schema) || value === undefined) return value;
  if (Array.isArray(value)) {
    const items = asObject(schema['items']);
    return value.map((each, index) => pruned(items, each, unknown, `${path}[${index}]`) ?? null);
  }
  if (!isObject(value)) return value;
  const kept: JsonObject = {};
  for (const [key, each] of Object.entries(value)) {
    // The fields of metadata are the same for all kinds, so what the schema declares for them is ignored.
    const isTypeMeta = path === '' && ['apiVersion', 'kind', 'metadata'].includes(key);
    const own = isTypeMeta ? undefined : schemaOfField(schema, key);
    if (own === undefined && !isTypeMeta) unknown.push(child(path, key));
    else kept[key] = own === undefined ? each : pruned(own, each, unknown, child(path, key));
  }
  return kept;
}

/** The value with the defaults of the schema in place of missing fields. */
export function withDefaults(schema: JsonObject, value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((each) => withDefaults(asObject(schema['items']), each) ?? null);
  if (!isObject(value)) return value;
  const filled: JsonObject = { ...value };
  for (const [key, own] of Object.entries(asObject(schema['properties']))) {
    if (filled[key] === undefined && asObject(own)['default'] !== undefined) filled[key] = asObject(own)['default'];
  }
  for (const key of Object.keys(filled)) {
    const own = schemaOfField(schema, key);
    if (own !== undefined) filled[key] = withDefaults(own, filled[key]);
  }
  return filled;
}

/** The violations of the schema and, if there are none, of the rules in CEL. */
export function violations(schema: JsonObject, value: Json, old: Json | undefined): Cause[] {
  const causes: Cause[] = [];
  validate(schema, value, { causes, path: '' });
  if (causes.length === 0) {
    checkRules(schema, value, old, { causes, path: '' });
    return causes;
  }
  if (JSON.stringify(schema).includes('x-kubernetes-validations')) {
    const message =
      'Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';
    causes.push({ reason: 'FieldValueInvalid', message, field: '<nil>' });
  }
  return causes;
}

function typeOf(value: Json): string {
  if (Array.isArray(value)) return 'array';
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function validate(schema: JsonObject, value: Json, { causes, path }: Checked): void {
  const type = schema['type'];
  const actual = typeOf(value);
  const fits = type === undefined || type === actual || (type === 'number' && actual === 'integer');
  if (!fits) {
    const message = `Invalid value: "${actual}": ${path} in body must be of type ${asText(type)}: "${actual}"`;
    causes.push({ reason: 'FieldValueTypeInvalid', message, field: path });
    return;
  }
  const wrong = (text: string) => {
    const message = `Invalid value: ${JSON.stringify(value)}: ${path} in body should ${text}`;
    causes.push({ reason: 'FieldValueInvalid', message, field: path });
  };
  if (Array.isArray(schema['enum']) && !schema['enum'].some((each) => equal(each, value))) {
    const supported = schema['enum'].map((each) => JSON.stringify(each)).join(', ');
    const message = `Unsupported value: ${JSON.stringify(value)}: supported values: ${supported}`;
    causes.push({ reason: 'FieldValueNotSupported', message, field: path });
  }
  if (typeof value === 'number') {
    const [least, most] = [Number(schema['minimum'] ?? value), Number(schema['maximum'] ?? value)];
    if (least > value) wrong(`be greater than or equal to ${least}`);
    if (most < value) wrong(`be less than or equal to ${most}`);
  }
  if (typeof value === 'string') validateText(schema, value, { causes, path }, wrong);
  if (Array.isArray(value)) {
    const most = Number(schema['maxItems'] ?? value.length);
    if (value.length > most) {
      const message = `Too many: ${value.length}: must have at most ${most} items`;
      causes.push({ reason: 'FieldValueTooMany', message, field: path });
    }
    value.forEach((each, index) => validate(asObject(schema['items']), each, { causes, path: `${path}[${index}]` }));
  }
  if (isObject(value)) validateFields(schema, value, { causes, path });
}

function validateText(schema: JsonObject, value: string, { causes, path }: Checked, wrong: (text: string) => void) {
  const most = Number(schema['maxLength'] ?? value.length);
  if (value.length > most) {
    const message = `Too long: may not be more than ${most} bytes`;
    causes.push({ reason: 'FieldValueTooLong', message, field: path });
  }
  const least = Number(schema['minLength'] ?? 0);
  if (value.length < least) wrong(`be at least ${least} chars long`);
  const pattern = asText(schema['pattern']);
  if (pattern !== '' && !new RegExp(pattern, 'u').test(value)) wrong(`match '${pattern}'`);
}

function validateFields(schema: JsonObject, value: JsonObject, { causes, path }: Checked): void {
  for (const [key, each] of Object.entries(value)) {
    const own = schemaOfField(schema, key);
    if (own !== undefined && each !== undefined) validate(own, each, { causes, path: child(path, key) });
  }
  for (const required of asList(schema['required'])) {
    const key = asText(required);
    if (value[key] !== undefined) continue;
    causes.push({ reason: 'FieldValueRequired', message: 'Required value', field: child(path, key) });
  }
  const most = Number(schema['maxProperties'] ?? Number.POSITIVE_INFINITY);
  if (Object.keys(value).length > most) {
    const message = `Too many: ${Object.keys(value).length}: must have at most ${most} items`;
    causes.push({ reason: 'FieldValueTooMany', message, field: path });
  }
}

function checkRules(
  schema: JsonObject,
  value: Json | undefined,
  old: Json | undefined,
  { causes, path }: Checked,
): void {
  if (value === undefined || value === null) return;
  for (const rule of asList(schema['x-kubernetes-validations'])) {
    const cause = brokenRule(asObject(rule), value, old, path);
    if (cause !== null) causes.push(cause);
  }
  if (Array.isArray(value)) {
    value.forEach((each, index) =>
      checkRules(asObject(schema['items']), each, asList(old)[index], { causes, path: `${path}[${index}]` }),
    );
  } else if (isObject(value)) {
    for (const [key, each] of Object.entries(value)) {
      const own = schemaOfField(schema, key);
      if (own !== undefined) checkRules(own, each, asObject(old)[key], { causes, path: child(path, key) });
    }
  }
}

class Quantity {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

const scales: Readonly<Record<string, number>> = { m: 1e-3, '': 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18 };
const quantityPattern = /^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$/;
export const quantityRefusal =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

/** The number of a Kubernetes quantity, such as 0.1 for 100m; null if it cannot be read. */
export function quantityValue(text: string): number | null {
  const [, digits = '', suffix = ''] = quantityPattern.exec(text) ?? [];
  const binary = /^([KMGTPE])i$/.exec(suffix)?.[1];
  const scale = binary === undefined ? scales[suffix] : 1024 ** ('KMGTPE'.indexOf(binary) + 1);
  const number = /^[eE][+-]?\d+$/.test(suffix) ? Number(digits + suffix) : Number(digits) * (scale ?? Number.NaN);
  return digits === '' || Number.isNaN(number) ? null : number;
}

const rules = new Environment({ unlistedVariablesAreDyn: true })
  .registerType('Quantity', { ctor: Quantity, fields: {} })
  .registerFunction('quantity(string): Quantity', (text: string) => {
    const value = quantityValue(text);
    if (value === null) throw new Error(quantityRefusal);
    return new Quantity(value);
  })
  .registerFunction('Quantity.compareTo(Quantity): int', (a: Quantity, b: Quantity) =>
    BigInt(Math.sign(a.value - b.value)),
  );

/** Converts JSON for CEL: whole numbers become integers. */
function celValue(value: Json | undefined): unknown {
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  if (Array.isArray(value)) return value.map(celValue);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, celValue(each)]));
}

function brokenRule(declared: JsonObject, self: Json, oldSelf: Json | undefined, field: string): Cause | null {
  const rule = asText(declared['rule']);
  const text = asText(declared['message']);
  const isTransition = /\boldSelf\b/.test(rule);
  if (isTransition && oldSelf === undefined) return null;
  try {
    if (rules.evaluate(rule, { self: celValue(self), oldSelf: celValue(oldSelf) }) === true) return null;
  } catch (error) {
    const why = (error instanceof Error ? error.message : '').split('\n')[0];
    const message = `Invalid value: "${typeOf(self)}": ${why} evaluating rule: ${text}`;
    return { reason: 'FieldValueInvalid', message, field };
  }
  return { reason: 'FieldValueInvalid', message: `Invalid value: ${text}`, field };
}

/** The fields that identify the items of a list; null if the list is one value. */
export function listKeys(schema: JsonObject, path: readonly string[]): readonly string[] | null {
  let current: JsonObject | undefined = schema;
  for (const step of path) {
    const inside: JsonObject = isObject(current?.['items']) ? asObject(current['items']) : (current ?? {});
    current = schemaOfField(inside, step);
  }
  const keys = asList(current?.['x-kubernetes-list-map-keys']).map(asText);
  return keys.length === 0 ? null : keys;
}
