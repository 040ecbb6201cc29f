import { authRun } from './auth/run.ts';
import { apiCall } from './api/call.ts';
import { candidatesList } from './candidates/list.ts';
import { checkRun } from './check/run.ts';
import { cleanupRun } from './cleanup/run.ts';
import { configRun } from './config/run.ts';
import { contextRun } from './context/run.ts';
import { completionPrint } from './completion/print.ts';
import { costsShow } from './costs/show.ts';
import type { CommandMaker } from './define.ts';
import { diagnosticsExport } from './diagnostics/export.ts';
import { enrollCreate } from './enroll/create.ts';
import { kpisList } from './kpis/list.ts';
import { loginRun } from './login/run.ts';
import { logoutRun } from './logout/run.ts';
import { namespacesList } from './namespaces/list.ts';
import { openPage } from './open/page.ts';
import { preflightRun } from './preflight/run.ts';
import { settingsRun } from './settings/run.ts';
import { simulateRun } from './simulate/run.ts';
import { suggestCreate } from './suggest/create.ts';
import { targetShow } from './target/show.ts';
import { targetsList } from './targets/list.ts';
import { versionShow } from './version/show.ts';
import { watchRun } from './watch/run.ts';

/** Every command, in the order of help. A new one is one folder and one line here. */
export const commands: readonly CommandMaker[] = [
  namespacesList,
  kpisList,
  targetsList,
  targetShow,
  watchRun,
  candidatesList,
  preflightRun,
  enrollCreate,
  suggestCreate,
  cleanupRun,
  costsShow,
  simulateRun,
  settingsRun,
  diagnosticsExport,
  checkRun,
  apiCall,
  openPage,
  loginRun,
  logoutRun,
  authRun,
  contextRun,
  configRun,
  completionPrint,
  versionShow,
];
