import { describe, expect, it } from 'vitest';
import { groupTargets, listTargets, searchTargets } from './target-groups.ts';

const target = (namespace: string, name: string, mode?: string) => ({
  namespace,
  name,
  spec: mode === undefined ? {} : { vertical: { mode } },
});

describe('groupTargets', () => {
  it('sorts namespaces and their targets', () => {
    const groups = groupTargets(listTargets([target('web', 'b'), target('api', 'z'), target('web', 'a')]));
    expect(groups.map(({ namespace, targets }) => [namespace, targets.map(({ name }) => name)])).toEqual([
      ['api', ['z']],
      ['web', ['a', 'b']],
    ]);
  });

  it('takes every legal name for a name', () => {
    const groups = groupTargets(listTargets([target('constructor', 'constructor'), target('constructor', 'tostring')]));
    expect(groups).toHaveLength(1);
    expect(groups[0]?.targets).toHaveLength(2);
  });

  it('knows who is autonomous', () => {
    expect(
      listTargets([target('a', 'x', 'Auto'), target('a', 'y', 'rec'), target('a', 'z')]).map((it) => it.autonomous),
    ).toEqual([true, false, false]);
  });
});

describe('searchTargets', () => {
  const targets = listTargets([target('a', 'checkout-API'), target('b', 'cart'), target('a', 'cart')]);

  it('finds by substring, whatever the case', () => {
    expect(searchTargets(targets, 'OUT-a').map(({ name }) => name)).toEqual(['checkout-API']);
    expect(searchTargets(targets, 'cart').map(({ key }) => key)).toEqual(['a/cart', 'b/cart']);
  });

  it.each(['[', '(', '\\', '.*', 'x'.repeat(10_000)])('takes %s for plain text', (text) => {
    expect(searchTargets(targets, text)).toEqual([]);
  });

  it('finds nothing for nothing', () => {
    expect(searchTargets(targets, '  ')).toEqual([]);
  });
});
