import { setImmediate as nextTask } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects all garbage, including what a WeakRef keeps until the end of the current task. */
export async function collectGarbage(): Promise<void> {
  await nextTask();
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}
