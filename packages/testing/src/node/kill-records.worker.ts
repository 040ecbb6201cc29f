import process from 'node:process';
import { hourMs } from '@trimtab/core';
import { openSqliteStore } from '../../../server/src/adapters/sql/index.ts';
import { emptyFigures } from '../../../server/src/services/rollups/hourly-figures.ts';
import { createRecorder } from '../../../server/src/services/rollups/recorder.ts';
import { printLine } from './print.ts';

/** Records hours one by one and finishes a job for each; prints each hour after both were committed. */
const store = await openSqliteStore(process.argv[2] ?? '');
const recorder = createRecorder(store);
for (let hour = 0; ; hour += 1) {
  const [from, to] = [hour * hourMs, (hour + 1) * hourMs];
  const figures = { ...emptyFigures(), replicas: 1, requestedCpu: hour };
  await recorder.record(
    ['a', 'b'].map((name) => ({ namespace: 'shop', name, from, to, hours: [{ at: from, figures }] })),
    { shard: 0, term: 0 },
  );
  const id = `job-${hour}`;
  await store.jobs.add([{ id, namespace: 'shop', name: id, createdAt: hour }]);
  await store.jobs.take({ now: hour, until: hour + 1 });
  await store.jobs.finish(id, { state: 'completed', at: hour });
  await printLine(`${hour}`);
}
