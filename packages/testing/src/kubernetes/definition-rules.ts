import { asList, asObject, asText, at, isObject, type Json, type JsonObject } from './json.ts';
import { violations } from './schema.ts';

/** A schema with its place, and whether a rule above it reads its value. */
type Node = { readonly schema: JsonObject; readonly path: string; readonly isRead: boolean; readonly isKeyed: boolean };

/**
 * What a real API server would refuse in a definition, in addition to syntax errors: the rules for structural schemas,
 * for defaults and for rules in CEL. Expressions are not compiled here. The tests of the definition evaluate each of
 * them.
 */
export function definitionProblems(definition: JsonObject): readonly string[] {
  const versions = asList(at(definition, 'spec', 'versions'));
  const stored = versions.filter((version) => at(version, 'storage') === true).length;
  return [
    ...(stored === 1 ? [] : [`${stored} versions are stored`]),
    ...versions.flatMap((version) => {
      const root = asObject(at(version, 'schema', 'openAPIV3Schema'));
      return [
        ...nodeProblems({ schema: root, path: '', isRead: false, isKeyed: true }),
        ...asList(at(version, 'additionalPrinterColumns')).flatMap((column) => columnProblems(column, root)),
      ];
    }),
  ];
}

const allowed = new Set(
  'type description properties additionalProperties items required enum default format pattern minLength maxLength minimum maximum minItems maxItems maxProperties nullable x-kubernetes-validations x-kubernetes-list-type x-kubernetes-list-map-keys x-kubernetes-int-or-string x-kubernetes-preserve-unknown-fields'.split(
    ' ',
  ),
);

function nodeProblems(node: Node): readonly string[] {
  const { schema, path } = node;
  const rules = asList(schema['x-kubernetes-validations']).map((rule) => asText(at(rule, 'rule')));
  const properties = asObject(schema['properties']);
  const isRead = node.isRead || rules.length > 0;
  const own = [
    ...Object.keys(schema).flatMap((key) => (allowed.has(key) ? [] : [`${key} is not part of a structural schema`])),
    ...(schema['type'] === undefined ? ['there is no type'] : []),
    ...(isObject(schema['properties']) && isObject(schema['additionalProperties'])
      ? ['properties and additionalProperties exclude each other']
      : []),
    ...(schema['type'] === 'array' && !isObject(schema['items']) ? ['an array needs items'] : []),
    ...asList(schema['required']).flatMap((key) =>
      asText(key) in properties ? [] : [`${asText(key)} is required, but no property`],
    ),
    ...mapKeyProblems(schema),
    ...(schema['default'] === undefined ? [] : defaultProblems(schema, schema['default'])),
    ...rules.flatMap((rule) => ruleProblems(rule, node)),
    ...(isRead ? boundProblems(schema) : []),
    ...(/\(\?[=!<]|\\[1-9]/.test(asText(schema['pattern'])) ? ['RE2 does not know this pattern'] : []),
  ];
  const isMap = schema['x-kubernetes-list-type'] === 'map';
  const inside: Node[] = [
    ...Object.entries(properties).map(([key, each]) => ({
      schema: asObject(each),
      path: `${path}.${key}`,
      isRead,
      isKeyed: node.isKeyed,
    })),
    ...['additionalProperties', 'items']
      .filter((key) => isObject(schema[key]))
      .map((key) => ({
        schema: asObject(schema[key]),
        path: `${path}.*`,
        isRead,
        isKeyed: node.isKeyed && (key !== 'items' || isMap),
      })),
  ];
  return [...own.map((problem) => `${path || '.'}: ${problem}`), ...inside.flatMap(nodeProblems)];
}

/** A list of the type `map` identifies its items by keys, which each item must have. */
function mapKeyProblems(schema: JsonObject): readonly string[] {
  if (schema['x-kubernetes-list-type'] !== 'map') return [];
  const items = asObject(schema['items']);
  const required = asList(items['required']);
  const keys = asList(schema['x-kubernetes-list-map-keys']);
  if (keys.length === 0) return ['a list of the type map needs keys'];
  return keys.flatMap((key) =>
    required.includes(key) || (at(items, 'properties', asText(key), 'default') ?? null) !== null
      ? []
      : [`the key ${asText(key)} is neither required nor has a default`],
  );
}

const defaultProblems = (schema: JsonObject, value: Json): readonly string[] =>
  violations(schema, value, undefined).map(({ message }) => `the default is invalid: ${message}`);

function ruleProblems(rule: string, { schema, isKeyed }: Node): readonly string[] {
  const properties = asObject(schema['properties']);
  const fields = [...rule.matchAll(/\b(?:self|oldSelf)\.([A-Za-z_]\w*)/g)].map(([, field = '']) => field);
  return [
    ...fields.flatMap((field) => (field in properties ? [] : [`the rule reads ${field}, which is no property`])),
    ...fields.flatMap((field) =>
      asList(schema['required']).includes(field) || rule.includes(`has(self.${field})`)
        ? []
        : [`the rule reads ${field} without has()`],
    ),
    ...(rule.includes('oldSelf') && !isKeyed ? ['oldSelf cannot be found in a list without keys'] : []),
  ];
}

/** The server estimates the cost of a rule from the largest value. Without bounds it exceeds the budget. */
function boundProblems(schema: JsonObject): readonly string[] {
  const isBounded = (...keys: string[]) => keys.some((key) => schema[key] !== undefined);
  if (schema['type'] === 'string')
    return isBounded('maxLength', 'enum') ? [] : ['a rule reads a text without maxLength'];
  if (schema['type'] === 'array') return isBounded('maxItems') ? [] : ['a rule reads a list without maxItems'];
  if (isObject(schema['additionalProperties'])) {
    return isBounded('maxProperties') ? [] : ['a rule reads a map without maxProperties'];
  }
  return [];
}

function columnProblems(column: Json, root: JsonObject): readonly string[] {
  const [name, type, path] = [at(column, 'name'), at(column, 'type'), at(column, 'jsonPath')].map((each) =>
    asText(each),
  );
  const fields = (path ?? '')
    .replaceAll(/\[.*?\]/g, '')
    .split('.')
    .slice(1);
  const target = fields.reduce<JsonObject>((schema, field) => {
    const own = isObject(schema['items']) ? asObject(schema['items']) : schema;
    return asObject(asObject(own['properties'])[field]);
  }, root);
  const isKnown = fields[0] === 'metadata' || target['type'] !== undefined;
  return [
    ...(isKnown ? [] : [`column ${name}: ${path} is no field`]),
    ...(['integer', 'number', 'string', 'boolean', 'date'].includes(type ?? '')
      ? []
      : [`column ${name}: type ${type}`]),
    ...(isKnown && type === 'integer' && target['type'] !== 'integer' ? [`column ${name}: ${path} is no integer`] : []),
  ];
}
