import type { TargetKind } from './section-view.ts';

/** The state of a tab's first page. */
export type FirstPage = 'pending' | 'failed' | 'empty' | 'filled';

/**
 * The tab to show; null while that is undecided, so that no tab appears and is then replaced; `none` if no targets exist. The
 * user's choice is kept as long as its tab has targets. The default is Autonomous, or Recommendation if the first load found
 * no autonomous targets.
 *
 * @param listed the numbers of targets in the list of all targets: a page that failed has no targets if none are listed
 */
export function chooseTab(
  chosen: TargetKind | null,
  pages: Record<TargetKind, FirstPage>,
  listed: Record<TargetKind, number>,
): TargetKind | 'none' | null {
  const mayExist = (kind: TargetKind) => pages[kind] !== 'empty' && (listed[kind] > 0 || pages[kind] !== 'failed');
  const kind = chosen !== null && mayExist(chosen) ? chosen : mayExist('autonomous') ? 'autonomous' : 'recommendation';
  if (!mayExist(kind)) return 'none';
  const isKnown = pages[kind] !== 'pending' || (kind === chosen && listed[kind] > 0);
  return isKnown ? kind : null;
}
