import { useSearchParams } from 'react-router-dom';
import { readSectionView, type SectionView, viewKey, writeSectionView } from './section-view.ts';

/** One section's tab and order, kept in the URL; changing them is no step in the browser's history. */
export function useSectionView(namespace: string): [SectionView, (view: SectionView) => void] {
  const [search, setSearch] = useSearchParams();
  const key = viewKey(namespace);
  const setView = (view: SectionView) =>
    setSearch(
      (earlier) => {
        const next = new URLSearchParams(earlier);
        const text = writeSectionView(view);
        if (text === null) next.delete(key);
        else next.set(key, text);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [readSectionView(search.get(key)), setView];
}
