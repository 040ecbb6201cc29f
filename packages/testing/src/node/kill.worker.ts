import process from 'node:process';
import { openSqliteStore } from '../../../server/src/adapters/sql/index.ts';
import { aRecord } from '../records.ts';
import { printLine } from './print.ts';

/** Enrolls targets one by one until it is killed, and prints the name of each after its enrollment was committed. */
const store = await openSqliteStore(process.argv[2] ?? '');
for (let index = 0; ; index += 1) {
  await store.targets.enroll([aRecord({ name: `target-${index}` })]);
  await printLine(`target-${index}`);
}
