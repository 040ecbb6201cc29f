import { useEffect, useState } from 'react';
import { loadModule, thisPage } from '../../../browser/chunk-reload.ts';
import { logFailure } from '../../../browser/log.ts';
import { whenIdle } from '../../../browser/when-idle.ts';

export type SearchPanel = typeof import('./panel.ts');

/** The code of the results: loaded when it is needed, or earlier while the page is idle. Null until then. */
export function useSearchPanel(isNeeded: boolean, mayPreload: boolean): SearchPanel | null {
  const [panel, setPanel] = useState<SearchPanel | null>(null);
  const isDue = panel === null && (isNeeded || mayPreload);
  useEffect(() => {
    if (!isDue) return;
    const load = async () => {
      if (!isNeeded) await whenIdle();
      setPanel(await loadModule('search-panel', () => import('./panel.ts'), thisPage));
    };
    load().catch((error: unknown) => logFailure('The results of the search box could not be loaded.', error));
  }, [isDue, isNeeded]);
  return panel;
}
