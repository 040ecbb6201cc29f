import { dayMs, hourMs } from '@trimtab/core';
import { expect, it } from 'vitest';
import { memoryRecords } from '../../adapters/memory/records.ts';
import { wholeWork } from '../../ports/index.ts';
import { emptyFigures } from './hourly-figures.ts';
import { createRecorder } from './recorder.ts';
import { storedHistory } from './stored-history.ts';

/** A call with so many arguments overflows the stack. */
const many = 150_000;

it('a batch may have any number of hours', async () => {
  const { rollups } = memoryRecords();
  const recorder = createRecorder({ rollups });
  const names = Array.from({ length: many / 24 }, (_, index) => `target-${index}`);
  const hours = Array.from({ length: 24 }, (_, hour) => ({ at: hour * hourMs, figures: emptyFigures() }));
  await recorder.record(
    names.map((name) => ({ namespace: 'shop', name, from: 0, to: dayMs, hours })),
    wholeWork,
  );
  expect(await rollups.blocks([1, names.length], { from: 0, to: 1 })).toHaveLength(2);
});

it('any number of targets may have recorded hours', async () => {
  const { rollups } = memoryRecords();
  await rollups.add(
    Array.from({ length: many }, (_, index) => ({
      namespace: 'shop',
      name: `target-${index}`,
      coveredFrom: index === 7 ? 0 : hourMs,
      coveredTo: 2 * hourMs,
    })),
  );
  const history = storedHistory(rollups, createRecorder({ rollups }));
  expect(await history.reach()).toEqual({ start: 0, end: 2 * hourMs });
});
