import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PackedNode, packPods } from './node-packing.ts';

const gibibyte = 2 ** 30;
const node = (name: string, cpu: number, memory: number, hourlyCost = 0.2): PackedNode => ({
  name,
  cpu,
  memory: memory * gibibyte,
  hourlyCost,
});
const pods = (count: number, cpu: number, memory: number) => ({ count, cpu, memory: memory * gibibyte });
const nothing = { cpu: 0, memory: 0 };
const three = ['a', 'b', 'c'].map((name) => node(name, 4, 16));

describe('packing pods on nodes', () => {
  it('uses as few of the nodes as needed', () => {
    expect(packPods(three, [pods(4, 1, 1)], nothing)).toEqual({
      nodes: 1,
      hourlyCost: 0.2,
      binding: 'cpu',
      unplaced: 0,
    });
    expect(packPods(three, [pods(5, 1, 1)], nothing)).toMatchObject({ nodes: 2, hourlyCost: 0.4 });
  });

  it('names the resource that is used up first', () => {
    expect(packPods(three, [pods(2, 0.5, 7)], nothing).binding).toBe('memory');
    expect(packPods(three, [], nothing)).toEqual({ nodes: 0, hourlyCost: 0, binding: null, unplaced: 0 });
  });

  it('packs large pods first, so that they find room', () => {
    expect(packPods(three.slice(0, 2), [pods(4, 1, 1), pods(1, 4, 1)], nothing).unplaced).toBe(0);
  });

  it('reserves what runs on every node', () => {
    expect(packPods(three, [pods(4, 1, 1)], { cpu: 0.1, memory: 0 }).nodes).toBe(2);
  });

  it('counts the pods that fit no node', () => {
    expect(packPods(three, [pods(2, 5, 1), pods(13, 1, 1)], nothing).unplaced).toBe(3);
  });

  it('fills the nodes first that cost least for their size', () => {
    const nodes = [node('dear', 4, 16, 0.4), node('cheap', 8, 32, 0.4)];
    expect(packPods(nodes, [pods(8, 1, 1)], nothing)).toMatchObject({ nodes: 1, hourlyCost: 0.4, unplaced: 0 });
  });

  it('is not misled by rounding errors of decimal fractions', () => {
    expect(packPods([node('a', 0.3, 1)], [pods(3, 0.1, 0)], nothing).unplaced).toBe(0);
  });

  it('never requests more than the nodes have', () => {
    const amount = fc.double({ min: 0.01, max: 8, noNaN: true });
    const groups = fc.array(fc.record({ count: fc.integer({ min: 0, max: 20 }), cpu: amount, memory: amount }));
    fc.assert(
      fc.property(groups, (wanted) => {
        const { nodes, unplaced } = packPods(
          three,
          wanted.map(({ count, cpu, memory }) => pods(count, cpu, memory)),
          nothing,
        );
        const count = wanted.reduce((sum, group) => sum + group.count, 0);
        const least = wanted.reduce((sum, group) => sum + group.count * group.cpu, 0);
        expect(unplaced).toBeLessThanOrEqual(count);
        expect(unplaced === 0 ? nodes * 4 + 1e-6 : Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(least);
      }),
    );
  });
});
