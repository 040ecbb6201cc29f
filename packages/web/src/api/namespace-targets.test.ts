import type { TargetListItem } from '@trimtab/core';
import { describe, expect, it } from 'vitest';
import { namespacePageSize, nextOffset, uniqueTargets } from './namespace-targets.ts';

const target = (name: string, namespace = 'shop'): TargetListItem => ({
  name,
  namespace,
  mode: 'Autonomous',
  status: { severity: 'low', label: 'Healthy' },
  scaling: 'vertical',
  recommendation: { type: 'noChange', label: 'No change' },
});
const page = (from: number, length = namespacePageSize) => ({
  items: Array.from({ length }, (_, index) => target(`app-${from + index}`)),
});

describe('paging through a namespace', () => {
  it('continues after a full page and ends after a short or empty one', () => {
    expect(nextOffset(page(0), [page(0)], 0)).toBe(20);
    expect(nextOffset(page(20), [page(0), page(20)], 20)).toBe(40);
    expect(nextOffset(page(0, 19), [page(0, 19)], 0)).toBeUndefined();
    expect(nextOffset(page(0, 0), [page(0, 0)], 0)).toBeUndefined();
  });

  it('continues after a short page if the list of all targets has more, unless the server sends a total', () => {
    expect(nextOffset(page(0, 7), [page(0, 7)], 0, 12)).toBe(7);
    expect(nextOffset(page(7, 5), [page(0, 7), page(7, 5)], 7, 12)).toBeUndefined();
    expect(nextOffset(page(0, 0), [page(0, 7), page(0, 0)], 7, 12)).toBeUndefined();
    expect(nextOffset(page(0, 7), [page(0, 7), page(0, 7)], 7, 12)).toBeUndefined();
    expect(nextOffset({ ...page(0, 7), total: 7 }, [page(0, 7)], 0, 12)).toBeUndefined();
  });

  it('continues until the total of the server is reached, also after a short page', () => {
    const withTotal = (from: number, length: number, total: number) => ({ ...page(from, length), total });
    const first = withTotal(0, 10, 25);
    expect(nextOffset(first, [first], 0)).toBe(10);
    const second = withTotal(10, 10, 25);
    expect(nextOffset(second, [first, second], 10, 20)).toBe(20);
    const last = withTotal(20, 5, 25);
    expect(nextOffset(last, [first, second, last], 20, 30)).toBeUndefined();
    expect(nextOffset(withTotal(0, 20, 20), [page(0)], 0)).toBeUndefined();
    expect(nextOffset(withTotal(10, 0, 25), [first, page(10, 0)], 10)).toBeUndefined();
  });

  it('ignores a total that is less than the targets it has sent', () => {
    expect(nextOffset({ ...page(0), total: 0 }, [page(0)], 0)).toBe(20);
    expect(nextOffset({ ...page(0, 7), total: 3 }, [page(0, 7)], 0, 12)).toBe(7);
    expect(nextOffset({ ...page(0, 7), total: 3 }, [page(0, 7)], 0)).toBeUndefined();
  });

  it('ends when a server repeats the same full page', () => {
    expect(nextOffset(page(0), [page(0), page(0)], 20)).toBeUndefined();
  });

  it('keeps the first of two equal targets, and targets of the same name in different namespaces', () => {
    const rows = uniqueTargets([{ items: [target('a'), target('b')] }, { items: [target('b'), target('a', 'other')] }]);
    expect(rows.map(({ namespace, name }) => `${namespace}/${name}`)).toEqual(['shop/a', 'shop/b', 'other/a']);
  });
});
