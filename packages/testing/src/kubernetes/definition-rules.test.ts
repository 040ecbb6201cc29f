import { expect, it } from 'vitest';
import { definitionProblems } from './definition-rules.ts';
import { asList, at, type JsonObject } from './json.ts';
import { targetDefinition } from './target-definition.ts';

const withSchema = (schema: JsonObject, columns: JsonObject[] = []): JsonObject => ({
  spec: {
    versions: [
      { storage: true, schema: { openAPIV3Schema: { type: 'object', ...schema } }, additionalPrinterColumns: columns },
    ],
  },
});
const withSpec = (spec: JsonObject): JsonObject => withSchema({ properties: { spec } });

it('the definition of AIScaleTarget is one that a real API server accepts', () => {
  expect(definitionProblems(targetDefinition())).toEqual([]);
  expect(asList(at(targetDefinition(), 'spec', 'versions'))).toHaveLength(1);
});

it.each([
  ['there is no type', withSpec({ properties: {} })],
  [
    'uniqueItems is not part of a structural schema',
    withSpec({ type: 'array', items: { type: 'string' }, uniqueItems: true }),
  ],
  ['exclude each other', withSpec({ type: 'object', properties: {}, additionalProperties: { type: 'string' } })],
  ['an array needs items', withSpec({ type: 'array' })],
  ['mode is required, but no property', withSpec({ type: 'object', required: ['mode'] })],
  ['the default is invalid', withSpec({ type: 'string', enum: ['a'], default: 'b' })],
  ['RE2 does not know this pattern', withSpec({ type: 'string', pattern: '^(?!a)b$' })],
  [
    'neither required nor has a default',
    withSpec({
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      items: { type: 'object', properties: { type: { type: 'string' } } },
    }),
  ],
  [
    'the rule reads nope, which is no property',
    withSpec({ type: 'object', 'x-kubernetes-validations': [{ rule: 'self.nope > 3' }] }),
  ],
  [
    'without has()',
    withSpec({
      type: 'object',
      properties: { a: { type: 'integer' } },
      'x-kubernetes-validations': [{ rule: 'self.a > 3' }],
    }),
  ],
  [
    'oldSelf cannot be found',
    withSpec({
      type: 'array',
      maxItems: 2,
      items: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] },
    }),
  ],
  ['a text without maxLength', withSpec({ type: 'string', 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] })],
  [
    'a map without maxProperties',
    withSpec({
      type: 'object',
      additionalProperties: { type: 'integer' },
      'x-kubernetes-validations': [{ rule: 'size(self) > 0' }],
    }),
  ],
  ['column X: .spec.mode is no field', withSchema({}, [{ name: 'X', type: 'string', jsonPath: '.spec.mode' }])],
  ['2 versions are stored', { spec: { versions: [{ storage: true }, { storage: true }] } }],
])('finds that %s', (problem, definition) => {
  expect(definitionProblems(definition).join('\n')).toContain(problem);
});
