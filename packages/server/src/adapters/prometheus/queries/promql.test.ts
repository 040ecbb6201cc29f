import { matchers, tokens } from '@trimtab/testing/prometheus';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDialect } from '../client/dialect.ts';
import { historyQueries, incidentQueries, podCountQuery, requestRangeQueries } from '../history/queries.ts';
import { labelsQuery } from '../inventory/labels.ts';
import { ownerQueries } from '../inventory/owners.ts';
import { firstSampleQuery, podsWithSamplesQuery, type Span, seriesQueries, usageQueries } from '../usage/queries.ts';
import { type Matcher, quoteLabel, selector } from './promql.ts';

const attacks = [
  '"} or vector(1) #',
  '\\',
  '\\"',
  '"',
  '\n',
  '`',
  "'",
  '} or {__name__=~".+"',
  'a|b',
  '.*',
  '$1',
  '(?i)x',
  '\u0000',
  '\u2028',
  '\ud800',
  '\ud83d\ude00',
  'constructor',
  '',
];
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom('"', '\\', '\n', '{', '}', '|', '.', '*', '(', ')', '#', '`', 'a', '\ud800') }),
  fc.constantFrom(...attacks),
);
/** Replaces lone surrogates, as `quoteLabel` does: no label value can contain them. */
const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd');

test('a quoted value is one token that parses back to the value', () => {
  fc.assert(
    fc.property(hostile, (value) => {
      expect(tokens(quoteLabel(value))).toEqual([{ kind: 'string', text: wellFormed(value) }]);
    }),
    { numRuns: 5000 },
  );
});

test('a list of values matches each of them and nothing else', () => {
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 2, maxLength: 5 }), hostile, (values, other) => {
      const [matcher, ...more] = matchers(selector('kube_pod_owner', [['owner_name', 'any', values]]));
      expect(more).toEqual([]);
      expect(matcher).toMatchObject({ label: 'owner_name', operator: '=~' });
      // RE2 and JavaScript regular expressions treat escaped literals and alternation alike.
      const pattern = new RegExp(`^(?:${matcher?.value ?? ''})$`, 'u');
      for (const value of values) expect(pattern.test(wellFormed(value))).toBe(true);
      expect(pattern.test(wellFormed(other))).toBe(values.map(wellFormed).includes(wellFormed(other)));
    }),
    { numRuns: 5000 },
  );
});

function usageQueryTexts(namespace: string, span: Span): string[] {
  const metric = 'container_memory_working_set_bytes';
  return (['none', 'long'] as const).flatMap((gaps) => {
    const queries = usageQueries([namespace], span, { gaps });
    const { cpu, memory, memoryPerSeries, requests, seen, unowned } = queries;
    const weighted = (['ready', 'running'] as const).flatMap((weight) => [
      queries.ready(metric, weight),
      queries.unmeasured(metric, weight),
    ]);
    const each = [cpu.perSeries ?? [], memoryPerSeries].flat();
    return [cpu.query, memory, ...each, requests, ...weighted, seen(metric), unowned(metric)];
  });
}

function queriesOf(namespace: string, pods: string[]) {
  const span = { start: 1_700_000_000, end: 1_700_086_400 };
  const scope: Matcher[] = [
    ['namespace', '=', namespace],
    ['pod', 'any', pods],
  ];
  return [
    ...Object.values(ownerQueries([namespace], '[48h]')),
    ...usageQueryTexts(namespace, span),
    ...Object.values(seriesQueries(namespace, pods, 300)),
    podsWithSamplesQuery([namespace]),
    firstSampleQuery([namespace], pods),
    ...Object.values(historyQueries(scope)).map((query) => (typeof query === 'string' ? query : query(pods))),
    ...Object.values(incidentQueries([namespace], '[48h:1h]')).map((query) =>
      typeof query === 'string' ? query : query(pods),
    ),
    labelsQuery([namespace]),
    ...Object.values(requestRangeQueries(scope, { seconds: 172_800, end: span.end, step: 1800 })).filter(
      (query) => typeof query === 'string',
    ),
    podCountQuery(scope, '[48h]'),
  ];
}
const shape = (query: string) =>
  tokens(query)
    .map(({ kind, text }) => (kind === 'string' ? 'string' : text))
    .join(' ');

test('no name changes the structure of a query: only quoted values differ', () => {
  const plain = queriesOf('shop', ['web-1', 'web-2']).map(shape);
  fc.assert(
    fc.property(hostile, hostile, hostile, (namespace, one, two) => {
      const queries = queriesOf(namespace, [one, two]);
      expect(queries.map(shape)).toEqual(plain);
      const scopes = queries.flatMap(matchers).filter(({ label }) => label === 'namespace');
      for (const scope of scopes) expect(scope).toMatchObject({ operator: '=', value: wellFormed(namespace) });
    }),
    { numRuns: 500 },
  );
});

test('renames and the cluster matcher do not change any value', () => {
  fc.assert(
    fc.property(hostile, hostile, (value, cluster) => {
      const { rewriteQuery } = createDialect({
        renames: [{ within: 'everywhere', standard: 'pod', actual: 'pod_name' }],
        cluster: { label: 'cluster', value: cluster },
      });
      const query = `max by (pod) (${selector('kube_pod_info', [['pod', '=', value]])})`;
      expect(matchers(rewriteQuery(query))).toEqual([
        { label: 'cluster', operator: '=', value: wellFormed(cluster) },
        { label: 'pod_name', operator: '=', value: wellFormed(value) },
      ]);
    }),
    { numRuns: 5000 },
  );
});
