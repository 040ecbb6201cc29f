import { fileURLToPath } from 'node:url';

export { collectGarbage } from './collect-garbage.ts';
export { anIssuer, audience, type Issuer } from './issuer.ts';
export { startMain } from './main.ts';

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Paths of the scripts that tests run as child processes, so that they can be ended or killed. */
export const scripts = {
  serve: path('./serve.worker.ts'),
  enrollUntilKilled: path('./kill.worker.ts'),
  writeRecordsUntilKilled: path('./kill-records.worker.ts'),
  enrollUntilDiskIsFull: path('./full-disk.worker.ts'),
};
