import type { FeatureFlags } from '@trimtab/core';
import { type ComponentType, lazy } from 'react';
import { createRoutesFromElements, Route, useRoutes } from 'react-router-dom';
import { loadModule, thisPage } from '../lib/chunk-reload.ts';
import { ErrorPage, notFound, notFoundAlone } from './ErrorPage.tsx';
import { renderChatPanel } from './render-chat-panel.tsx';
import { Shell } from './shell/Shell.tsx';
import { WithDiagnostics } from './WithDiagnostics.tsx';

/** A page whose code is fetched when its route is first shown. */
function page<Props extends object>(name: string, load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(async () => ({ default: await loadModule(name, load, thisPage) }));
}

const loadHome = () => import('../features/home/HomePage.tsx').then((module) => module.HomePage);
const HomePage = page('home', loadHome);
const OnboardingPage = page('onboarding', () =>
  import('../features/onboarding/OnboardingPage.tsx').then((module) => module.OnboardingPage),
);
const CostAnalysisPage = page('cost-analysis', () =>
  import('../features/cost-analysis/CostAnalysisPage.tsx').then((module) => module.CostAnalysisPage),
);
const TargetPage = page('target', () =>
  import('../features/target/TargetPage.tsx').then((module) => module.TargetPage),
);
const EventSimulatorPage = page('event-simulator', () =>
  import('../features/target/EventSimulatorPage.tsx').then((module) => module.EventSimulatorPage),
);

/** The home page's code, asked for while the configuration is still on its way; a failure is the route's business. */
export function preloadHome(): void {
  loadHome().catch(() => {});
}

/** The routes of console.md, section 2. A feature that is switched off has no route at all. */
export function ConsoleRoutes({ flags }: { flags: FeatureFlags }) {
  const shown = useRoutes(
    createRoutesFromElements(
      <Route element={<Shell />}>
        <Route
          index
          element={
            <WithDiagnostics>
              <HomePage {...(flags.chatHelper ? { renderChatPanel } : {})} />
            </WithDiagnostics>
          }
        />
        <Route path="onboarding" element={<OnboardingPage />} />
        <Route
          path="ast/:namespace/:name"
          element={
            <WithDiagnostics>
              <TargetPage />
            </WithDiagnostics>
          }
        />
        {flags.eventSimulator ? (
          <Route path="ast/:namespace/:name/event-simulator" element={<EventSimulatorPage />} />
        ) : null}
        {flags.costAnalysis ? <Route path="cost-analysis" element={<CostAnalysisPage />} /> : null}
        {flags.costAnalysis && flags.costSimulator ? (
          <Route path="cost-analysis/simulator" element={<CostAnalysisPage />} />
        ) : null}
        <Route path="*" element={<ErrorPage error={notFound} />} />
      </Route>,
    ),
  );
  // The last route stands for any text but a line break, and an address may hold one, as %0a.
  return shown ?? notFoundAlone;
}
