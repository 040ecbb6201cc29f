import type { FeatureFlags } from '@trimtab/core';
import type { ReactNode } from 'react';
import { styled } from '../../browser/later-style.ts';
import { useLocation } from '../../browser/router.tsx';
import { ErrorPage, notFound } from '../ErrorPage.tsx';
import { renderChatPanel } from '../render-chat-panel.tsx';
import { Shell } from '../shell/Shell.tsx';
import { WithDiagnostics } from '../WithDiagnostics.tsx';
import { AfterFirstView, type FirstDrawing } from './AfterFirstView.tsx';
import { routePage } from './route-page.tsx';

const HomePage = routePage('home', () => import('../../features/home/HomePage.tsx').then((module) => module.HomePage));
const TargetsPage = routePage('targets', () =>
  styled(import('../../features/targets/TargetsPage.tsx')).then((module) => module.TargetsPage),
);
const ActivityPage = routePage('activity', () =>
  styled(import('../../features/activity/ActivityPage.tsx')).then((module) => module.ActivityPage),
);
const OnboardingPage = routePage('onboarding', () =>
  styled(import('../../features/onboarding/OnboardingPage.tsx')).then((module) => module.OnboardingPage),
);
const CostAnalysisPage = routePage('cost-analysis', () =>
  styled(import('../../features/cost-analysis/CostAnalysisPage.tsx')).then((module) => module.CostAnalysisPage),
);
const TargetPage = routePage('target', () =>
  styled(import('../../features/target/TargetPage.tsx')).then((module) => module.TargetPage),
);
const EventSimulatorPage = routePage('event-simulator', () =>
  styled(import('../../features/target/events/EventSimulatorPage.tsx')).then((module) => module.EventSimulatorPage),
);

/** Loads the home page's code while the configuration is still loading. */
export function preloadHome(): void {
  HomePage.preload();
}

/** The page at a path. A disabled feature has no page. */
function pageAt(pathname: string, flags: FeatureFlags): ReactNode {
  const is = (path: string) => new RegExp(`^${path}/*$`, 'i').test(pathname);
  if (is(''))
    return (
      <WithDiagnostics>
        <HomePage {...(flags.chatHelper ? { renderChatPanel } : {})} />
      </WithDiagnostics>
    );
  if (is('/targets') && flags.extensions.has('views.targets')) return <TargetsPage />;
  if (is('/activity') && flags.extensions.has('views.changes')) return <ActivityPage />;
  if (is('/onboarding')) return <OnboardingPage />;
  if (is('/ast/[^/]+/[^/]+'))
    return (
      <WithDiagnostics>
        <TargetPage />
      </WithDiagnostics>
    );
  if (is('/ast/[^/]+/[^/]+/event-simulator') && flags.eventSimulator) return <EventSimulatorPage />;
  if (is('/cost-analysis') && flags.costAnalysis) return <CostAnalysisPage />;
  if (is('/cost-analysis/simulator') && flags.costAnalysis && flags.costSimulator) return <CostAnalysisPage />;
  return <ErrorPage error={notFound} />;
}

/** The layout with the page of the current address. */
export function ConsoleRoutes({ flags, firstView }: { flags: FeatureFlags; firstView?: FirstDrawing | undefined }) {
  const { pathname } = useLocation();
  return (
    <Shell>
      <AfterFirstView firstView={firstView}>{pageAt(pathname, flags)}</AfterFirstView>
    </Shell>
  );
}
