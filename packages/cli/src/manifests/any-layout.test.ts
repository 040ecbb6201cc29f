import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Document, isMap, parseAllDocuments, visit } from 'yaml';
import { proposeIn } from '../testing/propose-files.ts';
import { verifyEdit } from './edit-text.ts';
import { parseSource } from './yaml-source.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('a\nb\n', '# no comment', 'cpu: 400m\n', '- x', '{}', 'größe', ' leading', 'x'.repeat(200)),
);
const quantities = fc.record(
  {
    cpu: fc.constantFrom<unknown>('400m', '1', 1, 0.5, null, '250m'),
    memory: fc.constantFrom<unknown>('512Mi', '1e9', 1_000_000, null),
    'ephemeral-storage': fc.constant('1Gi'),
  },
  { requiredKeys: [] },
);
const resources = fc.record(
  { requests: fc.option(quantities), limits: fc.record({ 'nvidia.com/gpu': fc.constant(1) }) },
  { requiredKeys: [] },
);
const container = (name: string) =>
  fc.record(
    {
      args: fc.array(text, { maxLength: 2 }),
      name: fc.constant(name),
      env: fc.array(fc.record({ name: text, value: text }), { maxLength: 2 }),
      resources: fc.option(resources),
      image: text,
    },
    { requiredKeys: ['name'] },
  );
const layout = fc.record({
  indent: fc.integer({ min: 1, max: 6 }),
  indentSeq: fc.boolean(),
  isQuoted: fc.boolean(),
  lineWidth: fc.constantFrom(0, 80),
  /** Which maps are in flow style. */
  flowEvery: fc.constantFrom(0, 3, 7),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  hasComments: fc.boolean(),
});

type Layout = typeof layout extends fc.Arbitrary<infer T> ? T : never;

function written(
  data: unknown,
  { indent, indentSeq, isQuoted, lineWidth, flowEvery, lineEnd, hasComments }: Layout,
): string {
  const document = new Document(data);
  let count = 0;
  visit(document, {
    Map(_key, node) {
      count += 1;
      if (flowEvery > 0 && count > 6 && count % flowEvery === 0) node.flow = true;
    },
    Scalar(key, node) {
      if (key !== 'key' && hasComments && typeof node.value === 'string' && count % 2 === 0)
        node.comment = ' größe\t{x}';
    },
  });
  if (hasComments && isMap(document.contents)) document.contents.commentBefore = ' begin';
  const options = { indent, indentSeq, lineWidth, ...(isQuoted ? { defaultStringType: 'QUOTE_DOUBLE' as const } : {}) };
  return document.toString(options).replaceAll('\n', lineEnd);
}

const read = (content: string): unknown[] => parseAllDocuments(content).map((document) => document.toJS());

const deployment = (containers: readonly object[]) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop' },
  spec: { template: { spec: { containers } } },
});

test('whatever the layout, only the requests change', () => {
  fc.assert(
    fc.property(container('app'), container('other'), fc.boolean(), layout, (app, other, isFirst, style) => {
      const containers = isFirst ? [app, other] : [other, app];
      const data = deployment(containers);
      const before = written(data, style);
      fc.pre(!before.includes('{{') && JSON.stringify(read(before)) === JSON.stringify([data]));
      const { changed, left } = proposeIn({ 'a.yaml': before }, { name: 'web' });
      expect(left).toEqual([]);
      const after = changed['a.yaml'] ?? before;
      const own = { ...app.resources, requests: { ...app.resources?.requests, cpu: '250m', memory: '300Mi' } };
      const expected = containers.map((one) => (one === app ? { ...one, resources: own } : one));
      expect(read(after)).toEqual([{ ...data, spec: { template: { spec: { containers: expected } } } }]);
    }),
    { numRuns: 300 },
  );
});

test('JSON stays JSON, whatever its layout', () => {
  fc.assert(
    fc.property(container('app'), fc.constantFrom(undefined, 1, 2, '\t'), (app, indent) => {
      const before = JSON.stringify(deployment([app]), null, indent);
      fc.pre(!before.includes('{{'));
      const { changed, left } = proposeIn({ 'a.json': before }, { name: 'web' });
      expect(left).toEqual([]);
      const own = { ...app.resources, requests: { ...app.resources?.requests, cpu: '250m', memory: '300Mi' } };
      expect(JSON.parse(changed['a.json'] ?? before)).toEqual(deployment([{ ...app, resources: own }]));
    }),
    { numRuns: 300 },
  );
});

test.each(['', '\uFEFF'])('an edit that makes YAML of JSON is refused (%j)', (start) => {
  const before = parseSource(`${start}{"cpu": 1}`);
  const intended = [{ path: [0, 'cpu'], value: '500m' }];
  expect(() => verifyEdit(before, `${start}{"cpu": 500m}`, intended)).toThrow('would not be valid JSON');
  expect(() => verifyEdit(before, `${start}{"cpu": "500m"}`, intended)).not.toThrow();
});
