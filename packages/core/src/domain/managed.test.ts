import { expect, test } from 'vitest';
import { containerResources } from './container-resources.ts';
import { isManaged, managedContainers } from './managed.ts';

const both = { cpu: {}, memory: {} };

test('the object and the array form have the same result', () => {
  const expected = new Map([
    ['app', { cpu: true, memory: true }],
    ['proxy', { cpu: true, memory: false }],
  ]);
  const object = { vertical: { mode: 'auto', containers: { app: both, proxy: { cpu: {}, memory: null } } } };
  const array = {
    vertical: {
      mode: 'auto',
      containers: [
        { name: 'app', ...both },
        { name: 'proxy', cpu: {} },
      ],
    },
  };
  expect(managedContainers(object)).toEqual(expected);
  expect(managedContainers(array)).toEqual(expected);
});

test('no resource is managed in a target that is not autonomous', () => {
  const managed = managedContainers({ vertical: { mode: 'rec', containers: { app: both } } });
  expect(managed).toEqual(new Map([['app', { cpu: false, memory: false }]]));
});

test('a target that is autonomous in the other direction counts as autonomous', () => {
  const spec = { horizontal: { mode: 'auto' }, vertical: { mode: 'rec', containers: { app: { cpu: {} } } } };
  expect(isManaged(managedContainers(spec), 'app', 'cpu')).toBe(true);
  expect(isManaged(managedContainers(spec), 'app', 'memory')).toBe(false);
});

test('names such as "constructor" are ordinary container names', () => {
  const containers: unknown = JSON.parse(
    '{"constructor":{"cpu":{}},"__proto__":{"memory":{}},"toString":{"cpu":{}},"hasOwnProperty":{}}',
  );
  const managed = managedContainers({ vertical: { mode: 'auto', containers } });
  expect([...managed.keys()]).toEqual(['constructor', '__proto__', 'toString', 'hasOwnProperty']);
  expect(isManaged(managed, '__proto__', 'memory')).toBe(true);
  expect(isManaged(managed, 'valueOf', 'cpu')).toBe(false);
  expect(Object.hasOwn(Object.prototype, 'memory')).toBe(false);
});

test.each([null, undefined, 'app', 7, [null, 'app', { cpu: {} }, { name: 7 }], { app: null, proxy: 'cpu' }])(
  'containers of %j name none',
  (containers) => {
    expect(managedContainers({ vertical: { mode: 'auto', containers } }).size).toBe(0);
  },
);

test('lists each resource of each container with request and usage; a request of 0 means none', () => {
  const resources = containerResources(
    {
      current_replicas: 3,
      containers: [
        { name: 'app', average_requests: { cpu: 0.5, memory: 0 } },
        { name: 'constructor', average_requests: {} },
      ],
    },
    { vertical: { mode: 'auto', containers: { app: { cpu: {} } } } },
    {
      containers: [
        {
          name: 'app',
          metrics: [
            { name: 'cpu', averageValue: 0.25, averageRequest: 0.4 },
            { name: 'memory', averageValue: 0, averageRequest: null },
          ],
        },
      ],
    },
  );
  expect(resources).toEqual([
    { container: 'app', resource: 'cpu', request: 0.5, current: 0.25, managed: true, total: 0.75 },
    { container: 'app', resource: 'memory', request: null, current: 0, managed: false, total: 0 },
    { container: 'constructor', resource: 'cpu', request: null, current: null, managed: false, total: null },
    { container: 'constructor', resource: 'memory', request: null, current: null, managed: false, total: null },
  ]);
});
