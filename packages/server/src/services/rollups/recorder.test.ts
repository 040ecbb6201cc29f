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

it('keeps blocks and summaries of another encoding, which a later version has written', async () => {
  const { rollups } = memoryRecords();
  const logged: object[] = [];
  const recorder = createRecorder({ rollups }, (level, event, fields) => logged.push({ level, event, ...fields }));
  const day = { from: 0, to: 1 };
  const record = (name: string, hour: number) => {
    const [from, to] = [hour * hourMs, (hour + 1) * hourMs];
    const hours = [{ at: from, figures: emptyFigures() }];
    return recorder.record([{ namespace: 'shop', name, from, to, hours }], wholeWork);
  };
  await record('later', 0);
  await record('damaged', 0);
  const [later, damaged] = await rollups.blocks([1, 2], day);
  const blocks = [
    { id: 1, day: 0, bytes: Uint8Array.of(2, ...(later?.bytes.slice(1) ?? [])) },
    { id: 2, day: 0, bytes: damaged?.bytes.slice(0, 9) ?? new Uint8Array() },
  ];
  const summary = { group: 0, day: 0, bytes: Uint8Array.of(1, 2, 3) };
  await rollups.write(
    { targets: [], blocks, summaries: [{ group: 0, day: 0, change: () => summary.bytes }] },
    wholeWork,
  );
  for (const hour of [1, 2, 3]) {
    await record('later', hour);
    await record('damaged', hour);
  }
  const after = await rollups.blocks([1, 2], day);
  expect(after[0]).toEqual(blocks[0]);
  expect(after[1]?.bytes.length).toBeGreaterThan(9);
  expect(await rollups.summaries(day)).toEqual([summary]);
  // Once, not for each hour.
  expect(logged).toEqual([
    {
      level: 'warn',
      event: 'hours are not recorded beside those that a later version has recorded on this day',
      day: '1970-01-01',
      blocks: 1,
      targets: ['shop/later'],
    },
    {
      level: 'warn',
      event: 'the recorded hours of this day are damaged and were replaced by new ones',
      day: '1970-01-01',
      blocks: 1,
      targets: ['shop/damaged'],
    },
    {
      level: 'warn',
      event: 'sums of this day stay without new hours, because a later version has written them',
      day: '1970-01-01',
      group: 0,
    },
  ]);
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
