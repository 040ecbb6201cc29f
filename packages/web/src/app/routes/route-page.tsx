import type { ComponentType } from 'react';
import type { ReloadPage } from '../../browser/chunk-reload.ts';
import { type LoadedLater, loadedLater } from '../../browser/loaded-later.tsx';
import { PagePending } from './PagePending.tsx';

/** A page whose code is loaded when its route is first shown, or earlier with `preload`. */
export const routePage = <Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  page?: ReloadPage,
): LoadedLater<Props> => loadedLater(name, load, <PagePending />, page);
