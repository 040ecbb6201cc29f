import { useViewParams } from '../../../browser/search-params.ts';
import { readSectionView, type SectionView, viewKey, writeSectionView } from './section-view.ts';

/** A section's tab and order, stored in the URL. Changes add no history entry. */
export function useSectionView(namespace: string): [SectionView, (view: SectionView) => void] {
  const [params, change] = useViewParams();
  const key = viewKey(namespace);
  const setView = (view: SectionView) => change({ [key]: writeSectionView(view) }, { replace: true });
  return [readSectionView(params.get(key)), setView];
}
