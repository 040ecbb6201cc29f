import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupByNamespace, searchTargets } from './target-list.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));

test('a search matches substrings, ignores case and keeps the given order', () => {
  const targets = named('web-Checkout', 'api', 'checkout-worker');
  expect(searchTargets(targets, ' CHECK ')).toEqual(named('web-Checkout', 'checkout-worker'));
  expect(searchTargets(targets, 'x')).toEqual([]);
  expect(searchTargets(targets, '  ')).toEqual([]);
});

test.each(['[', '(', '\\', '.*', '$', '^a'])('%j is plain text, not a pattern', (query) => {
  expect(searchTargets(named('api', 'web'), query)).toEqual([]);
  expect(searchTargets(named(`a${query}b`), query)).toHaveLength(1);
});

test('a query of 10 kB is cut at 253 characters', () => {
  expect(searchTargets(named('a'.repeat(253), 'a'.repeat(252)), 'a'.repeat(10_000))).toEqual(named('a'.repeat(253)));
});

const target = (namespace: string, name: string) => ({ namespace, name });

test('namespaces and their targets are sorted, with any names', () => {
  const targets = [target('shop', 'web'), target('constructor', 'b'), target('shop', 'api'), target('__proto__', 'a')];
  expect(groupByNamespace(targets)).toEqual([
    { namespace: '__proto__', targets: [target('__proto__', 'a')] },
    { namespace: 'constructor', targets: [target('constructor', 'b')] },
    { namespace: 'shop', targets: [target('shop', 'api'), target('shop', 'web')] },
  ]);
});

test('grouping keeps all targets and adds none', () => {
  const targets = fc.array(fc.record({ namespace: fc.constantFrom('a', 'b', 'c'), name: fc.string() }));
  fc.assert(
    fc.property(targets, (some) => {
      const members = groupByNamespace(some).flatMap((group) => group.targets);
      expect(members).toHaveLength(some.length);
      expect(new Set(members)).toEqual(new Set(some));
    }),
  );
});
