import type { TargetKind } from './section-view.ts';

/** What is known of one tab's first page: loading, failed, or whether it holds any target. */
export type FirstPage = 'pending' | 'failed' | 'empty' | 'filled';

/**
 * The tab to show; null while it is not settled, so that a tab never appears only to be replaced. A choice holds as long
 * as its tab exists. Without one it is Autonomous, or Recommendation when the first load found only such targets
 * (console.md, section 4).
 */
export function chooseTab(chosen: TargetKind | null, pages: Record<TargetKind, FirstPage>): TargetKind | null {
  if (chosen !== null && pages[chosen] !== 'empty') return chosen;
  if (pages.autonomous === 'pending') return null;
  if (pages.autonomous !== 'empty') return 'autonomous';
  if (pages.recommendation === 'pending') return null;
  return pages.recommendation === 'empty' ? 'autonomous' : 'recommendation';
}
