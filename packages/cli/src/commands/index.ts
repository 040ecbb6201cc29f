import { candidatesList } from './candidates/list.ts';
import { cleanupRun } from './cleanup/run.ts';
import { costsShow } from './costs/show.ts';
import type { CommandMaker } from './define.ts';
import { enrollCreate } from './enroll/create.ts';
import { kpisList } from './kpis/list.ts';
import { namespacesList } from './namespaces/list.ts';
import { preflightRun } from './preflight/run.ts';
import { settingsRun } from './settings/run.ts';
import { simulateRun } from './simulate/run.ts';
import { suggestCreate } from './suggest/create.ts';
import { targetShow } from './target/show.ts';
import { targetsList } from './targets/list.ts';
import { versionShow } from './version/show.ts';

/** Every command, in the order of help. A new one is one folder and one line here. */
export const commands: readonly CommandMaker[] = [
  namespacesList,
  kpisList,
  targetsList,
  targetShow,
  candidatesList,
  preflightRun,
  enrollCreate,
  suggestCreate,
  cleanupRun,
  costsShow,
  simulateRun,
  settingsRun,
  versionShow,
];
