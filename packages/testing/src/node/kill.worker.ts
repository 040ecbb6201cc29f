import process from 'node:process';
import { openSqliteStore } from '../../../server/src/adapters/sql/index.ts';
import { aRecord } from '../records.ts';

/** Enrolls one target after the other, and names each on stdout once its enrollment was acknowledged; until it is killed. */
const store = await openSqliteStore(process.argv[2] ?? '');
for (let index = 0; ; index += 1) {
  await store.targets.enroll([aRecord({ name: `target-${index}` })]);
  process.stdout.write(`target-${index}\n`);
}
