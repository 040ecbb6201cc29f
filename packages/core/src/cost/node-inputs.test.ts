import { expect, test } from 'vitest';
import { defaultNodeSettings } from './node.ts';
import { applyNodeInput, nodeInputs, readNodeSettings, stepNodeInput, writeNodeSettings } from './node-inputs.ts';

test('cores and gigabytes are rounded down, the price is not', () => {
  expect(nodeInputs(defaultNodeSettings)).toEqual({ cpuCores: 4, memoryGigabytes: 16, hourlyCost: 0.192 });
  expect(nodeInputs({ node_cpu_cores: 3.9, node_memory_bytes: 17.18e9, node_hourly_cost: 0.1925 })).toEqual({
    cpuCores: 3,
    memoryGigabytes: 17,
    hourlyCost: 0.1925,
  });
});

test('an edit changes only the edited value', () => {
  expect(applyNodeInput(defaultNodeSettings, 'cpuCores', '8')).toEqual({
    ...defaultNodeSettings,
    node_cpu_cores: 8,
  });
  expect(applyNodeInput(defaultNodeSettings, 'memoryGigabytes', ' 32 ').node_memory_bytes).toBe(32e9);
  expect(applyNodeInput(defaultNodeSettings, 'hourlyCost', '.5').node_hourly_cost).toBe(0.5);
});

test.each(['', ' ', '-5', '0', '0.0', '1,5', '1e999', '1e3', 'NaN', 'abc', '0x10', '9'.repeat(400)])(
  '%j leaves the last valid settings',
  (text) => {
    for (const input of ['cpuCores', 'memoryGigabytes', 'hourlyCost'] as const) {
      expect(applyNodeInput(defaultNodeSettings, input, text)).toBe(defaultNodeSettings);
    }
  },
);

test('an arrow key steps by a core, a gigabyte or a cent, and never down to 0', () => {
  expect(stepNodeInput(defaultNodeSettings, 'cpuCores', 1)).toBe('5');
  expect(stepNodeInput(defaultNodeSettings, 'memoryGigabytes', -1)).toBe('15');
  expect(stepNodeInput({ ...defaultNodeSettings, node_hourly_cost: 0.29 }, 'hourlyCost', 1)).toBe('0.3');
  expect(stepNodeInput({ ...defaultNodeSettings, node_cpu_cores: 1 }, 'cpuCores', -1)).toBe('1');
});

test('settings written to an address are read back exactly', () => {
  const settings = { node_cpu_cores: 3.92, node_memory_bytes: 15.9e9, node_hourly_cost: 0.1925 };
  expect(writeNodeSettings(defaultNodeSettings)).toBe('4_16_0.192');
  expect(readNodeSettings(writeNodeSettings(settings))).toEqual(settings);
});

test.each([
  null,
  '',
  '4',
  '4_16',
  '4_16_0',
  '4_16_-1',
  '4_16_0.1_9',
  '4_16_1e3',
  '4_16_Infinity',
  `4_16_${'9'.repeat(400)}`,
])('an address without a valid node (%j) is ignored', (text) => {
  expect(readNodeSettings(text)).toBeNull();
});
