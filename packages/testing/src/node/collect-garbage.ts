import { setImmediate as nextTask } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects all garbage, also what weak references of the current task keep. */
export async function collectGarbage(): Promise<void> {
  await nextTask();
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}
