import type { FeatureFlags } from '@trimtab/core';
import { createRoutesFromElements, Route, useRoutes } from 'react-router-dom';
import { ErrorPage, notFound, notFoundAlone } from '../ErrorPage.tsx';
import { renderChatPanel } from '../render-chat-panel.tsx';
import { Shell } from '../shell/Shell.tsx';
import { WithDiagnostics } from '../WithDiagnostics.tsx';
import { routePage } from './route-page.tsx';

const HomePage = routePage('home', () => import('../../features/home/HomePage.tsx').then((module) => module.HomePage));
const TargetsPage = routePage('targets', () =>
  import('../../features/targets/TargetsPage.tsx').then((module) => module.TargetsPage),
);
const ActivityPage = routePage('activity', () =>
  import('../../features/activity/ActivityPage.tsx').then((module) => module.ActivityPage),
);
const OnboardingPage = routePage('onboarding', () =>
  import('../../features/onboarding/OnboardingPage.tsx').then((module) => module.OnboardingPage),
);
const CostAnalysisPage = routePage('cost-analysis', () =>
  import('../../features/cost-analysis/CostAnalysisPage.tsx').then((module) => module.CostAnalysisPage),
);
const TargetPage = routePage('target', () =>
  import('../../features/target/TargetPage.tsx').then((module) => module.TargetPage),
);
const EventSimulatorPage = routePage('event-simulator', () =>
  import('../../features/target/events/EventSimulatorPage.tsx').then((module) => module.EventSimulatorPage),
);

/** Loads the home page's code while the configuration is still loading. */
export function preloadHome(): void {
  HomePage.preload();
}

/** The routes of the console. A feature that is switched off has no route. */
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
        {flags.extensions.has('views.targets') ? <Route path="targets" element={<TargetsPage />} /> : null}
        {flags.extensions.has('views.changes') ? <Route path="activity" element={<ActivityPage />} /> : null}
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
  // The `*` route does not match a path with a line break (%0a).
  return shown ?? notFoundAlone;
}
