import { apiCall } from './api/call.ts';
import { authRun } from './auth/run.ts';
import { candidatesList } from './candidates/list.ts';
import { checkRun } from './check/run.ts';
import { cleanupRun } from './cleanup/run.ts';
import { completionPrint } from './completion/print.ts';
import { configRun } from './config/run.ts';
import { contextRun } from './context/run.ts';
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

/** The groups of help and what is in them, in its order. A new command is one folder and one word here. */
export const commandGroups: readonly (readonly [title: string, commands: readonly CommandMaker[]])[] = [
  ['Look', [namespacesList, kpisList, targetsList, targetShow, watchRun, costsShow, simulateRun, openPage]],
  ['Manage', [candidatesList, preflightRun, enrollCreate, suggestCreate, cleanupRun, settingsRun]],
  ['Automate', [checkRun, apiCall, diagnosticsExport]],
  ['Set up', [loginRun, logoutRun, authRun, contextRun, configRun, completionPrint, versionShow]],
];

/** Every command. */
export const commands: readonly CommandMaker[] = commandGroups.flatMap(([, group]) => group);
