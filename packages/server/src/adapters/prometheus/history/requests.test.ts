import { expect, test } from 'vitest';
import { clearIncompleteSums, PodRequests, podsThatChanged } from './requests.ts';

const of = (pod: string, container: string, resource = 'cpu') => ({ namespace: 'shop', pod, container, resource });
const sample = (pod: string, container: string, value: number | null, resource?: string) => ({
  labels: of(pod, container, resource),
  value,
});
const unknown = () => new Float64Array(4).fill(Number.NaN);
const cpuOf = (pod: string, bin: number, weight = 1) => ({ pod: `shop/${pod}`, resource: 'cpu', bin, weight }) as const;

test('a pod has changed if its lowest and highest request differ', () => {
  const least = [sample('a-0', 'app', 1), sample('b-0', 'app', 1), sample('b-0', 'side', 1)];
  const most = [sample('a-0', 'app', 1), sample('b-0', 'app', 2), sample('b-0', 'side', 3)];
  expect(podsThatChanged(least, most)).toEqual(['b-0']);
});

test('requests of ready pods are added up; an unready pod adds nothing', () => {
  const requests = new PodRequests([sample('a', 'app', 1), sample('a', 'side', 0.5), sample('b', 'app', 2)], [], 0);
  const bins = unknown();
  requests.addTo(bins, cpuOf('a', 0));
  requests.addTo(bins, cpuOf('b', 0));
  requests.addTo(bins, cpuOf('a', 1, 0));
  requests.addTo(bins, cpuOf('b', 2, 0));
  requests.addTo(bins, cpuOf('b', 2));
  requests.addTo(bins, cpuOf('stranger', 3));
  clearIncompleteSums(bins);
  expect([...bins]).toEqual([3.5, 0, 2, Number.NaN]);
});

test('a container without a request makes the sum unknown in any order, but only while its pod is ready', () => {
  const requests = new PodRequests([sample('a', 'app', 1), sample('b', 'app', 0), sample('c', 'app', 1)], [], 0);
  requests.ensureContainer('shop/c', 'side');
  const bins = unknown();
  requests.addTo(bins, cpuOf('a', 0));
  requests.addTo(bins, cpuOf('b', 0));
  requests.addTo(bins, cpuOf('c', 1));
  requests.addTo(bins, cpuOf('a', 1));
  requests.addTo(bins, cpuOf('a', 2));
  requests.addTo(bins, cpuOf('b', 2, 0));
  clearIncompleteSums(bins);
  expect([...bins]).toEqual([Number.NaN, Number.NaN, 1, Number.NaN]);
});

test('a changed request counts in each bin with its value at that time', () => {
  const points: [number, number | null][] = [
    [300, 1],
    [600, 2],
    [900, null],
  ];
  const requests = new PodRequests([sample('a', 'app', 2)], [{ labels: of('a', 'app'), points }], 0);
  const bins = unknown();
  for (const bin of [0, 1, 2]) requests.addTo(bins, cpuOf('a', bin));
  clearIncompleteSums(bins);
  expect([...bins]).toEqual([1, 2, Number.NaN, Number.NaN]);
});
