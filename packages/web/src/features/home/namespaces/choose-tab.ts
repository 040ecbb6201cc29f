import type { TargetKind } from './section-view.ts';

/** The state of a tab's first page. */
export type FirstPage = 'pending' | 'failed' | 'empty' | 'filled';

/**
 * The tab to show; null while that is undecided, so that no tab appears and is then replaced. The user's choice is kept
 * as long as its tab has targets. The default is Autonomous, or Recommendation if the first load found no autonomous
 * targets.
 */
export function chooseTab(chosen: TargetKind | null, pages: Record<TargetKind, FirstPage>): TargetKind | null {
  if (chosen !== null && pages[chosen] !== 'empty') return chosen;
  if (pages.autonomous === 'pending') return null;
  if (pages.autonomous !== 'empty') return 'autonomous';
  if (pages.recommendation === 'pending') return null;
  return pages.recommendation === 'empty' ? 'autonomous' : 'recommendation';
}
