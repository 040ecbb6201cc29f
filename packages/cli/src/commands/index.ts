import { apiCall } from './api/call.ts';
import { authRun } from './auth/auth.ts';
import { candidatesList } from './candidates/list.ts';
import { changesList } from './changes/list.ts';
import { checkRun } from './check/check.ts';
import { cleanupRun } from './cleanup/cleanup.ts';
import { completionPrint } from './completion/print.ts';
import { configRun } from './config/config.ts';
import { contextRun } from './context/context.ts';
import { costsShow } from './costs/show.ts';
import type { CommandMaker } from './define.ts';
import { diagnosticsExport } from './diagnostics/export.ts';
import { enrollCreate } from './enroll/enroll.ts';
import { explainTarget } from './explain/explain.ts';
import { exportBundle } from './export/export.ts';
import { kpisList } from './kpis/list.ts';
import { limitsRun } from './limits/limits.ts';
import { loginRun } from './login/login.ts';
import { logoutRun } from './logout/logout.ts';
import { logsPrint } from './logs/logs.ts';
import { namespacesList } from './namespaces/list.ts';
import { openPage } from './open/open.ts';
import { patchPrint } from './patch/patch.ts';
import { preflightRun } from './preflight/preflight.ts';
import { proposeRun } from './propose/propose.ts';
import { settingsRun } from './settings/settings.ts';
import { simulateRun } from './simulate/simulate.ts';
import { suggestCreate } from './suggest/suggest.ts';
import { targetShow } from './target/show.ts';
import { targetsList } from './targets/list.ts';
import { versionShow } from './version/show.ts';
import { watchRun } from './watch/watch.ts';
import { whatIfRun } from './what-if/what-if.ts';

/** The commands in the groups and the order of --help. */
export const commandGroups: readonly (readonly [title: string, commands: readonly CommandMaker[]])[] = [
  [
    'View',
    [
      namespacesList,
      kpisList,
      targetsList,
      targetShow,
      explainTarget,
      changesList,
      logsPrint,
      watchRun,
      costsShow,
      simulateRun,
      whatIfRun,
      openPage,
    ],
  ],
  [
    'Manage',
    [candidatesList, preflightRun, enrollCreate, suggestCreate, patchPrint, limitsRun, cleanupRun, settingsRun],
  ],
  ['Automate', [checkRun, proposeRun, exportBundle, apiCall, diagnosticsExport]],
  ['Set up', [loginRun, logoutRun, authRun, contextRun, configRun, completionPrint(() => commands), versionShow]],
];

export const commands: readonly CommandMaker[] = commandGroups.flatMap(([, group]) => group);
