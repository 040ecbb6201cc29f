import { useViewParams } from '../../../browser/search-params.ts';
import { readSectionView, type SectionView, viewKey, writeSectionView } from './section-view.ts';

/** One section's tab and order, kept in the URL; changing them is no step in the browser's history. */
export function useSectionView(namespace: string): [SectionView, (view: SectionView) => void] {
  const [params, change] = useViewParams();
  const key = viewKey(namespace);
  const setView = (view: SectionView) => change({ [key]: writeSectionView(view) }, { replace: true });
  return [readSectionView(params.get(key)), setView];
}
