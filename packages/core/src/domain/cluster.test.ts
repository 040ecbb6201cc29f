import { expect, it } from 'vitest';
import { clusterOf, inCluster, isInClusters, withoutCluster } from './cluster.ts';

it('separates a cluster that the server has, and nothing else', () => {
  const clusters = ['eu', 'eu-west'];
  expect(inCluster('eu', 'shop')).toBe('eu.shop');
  expect(['eu.shop', 'eu-west.shop', 'us.shop', 'shop', 'eu', '.shop'].map((one) => clusterOf(one, clusters))).toEqual([
    'eu',
    'eu-west',
    null,
    null,
    null,
    null,
  ]);
  expect(clusterOf('eu.shop', [])).toBeNull();
  expect([['us', 'eu'], ['us'], [], null].map((names) => isInClusters('eu.shop', names))).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect(withoutCluster('eu.shop', 'eu')).toBe('shop');
  expect(withoutCluster('eu.shop', null)).toBe('eu.shop');
  expect(withoutCluster('eu-west.shop', 'eu')).toBe('eu-west.shop');
});
