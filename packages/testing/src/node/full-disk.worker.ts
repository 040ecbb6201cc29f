import process from 'node:process';
import { openSqliteStore } from '../../../server/src/adapters/sql/index.ts';
import { aRecord } from '../records.ts';

/** Writes until a write fails, then prints how many writes were committed and how many targets can still be read. */
const store = await openSqliteStore(process.argv[2] ?? '');
const most = 20_000;
let acknowledged = 0;
let failure = { name: '', message: '' };
for (let index = 0; index < most && failure.name === ''; index += 1) {
  try {
    await store.targets.enroll([aRecord({ name: `target-${index}` })]);
    acknowledged += 1;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    failure = { name: error.name, message: error.message };
  }
}
const readable = (await store.targets.list()).length;
process.stdout.write(JSON.stringify({ acknowledged, readable, failure }));
