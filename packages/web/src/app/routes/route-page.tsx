import { type ComponentType, useEffect, useState } from 'react';
import { loadModule, type ReloadPage, thisPage } from '../../browser/chunk-reload.ts';
import { PagePending } from './PagePending.tsx';

type State<Props> = { Shown: ComponentType<Props> } | { error: unknown } | null;

/** A page whose code is loaded when its route is first shown, or earlier with `preload`. */
export type RoutePage<Props> = ComponentType<Props> & { preload: () => void };

/**
 * Creates a lazily loaded page. It does not use React's `lazy`, because React shows a Suspense fallback for at least 300 ms,
 * and the page would send no request during that time.
 */
export function routePage<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  page: ReloadPage = thisPage,
): RoutePage<Props> {
  let loaded: ComponentType<Props> | undefined;
  const store = (component: ComponentType<Props>) => {
    loaded = component;
    return component;
  };

  function Page(props: Props) {
    const [state, setState] = useState<State<Props>>(() => (loaded === undefined ? null : { Shown: loaded }));
    useEffect(() => {
      // The module was already loaded, or it was preloaded between the first render and this effect.
      if (loaded !== undefined) {
        const Shown = loaded;
        setState((known) => known ?? { Shown });
        return undefined;
      }
      let isMounted = true;
      const show = (next: State<Props>) => void (isMounted && setState(next));
      loadModule(name, load, page).then(
        (component) => show({ Shown: store(component) }),
        (error: unknown) => show({ error }),
      );
      return () => {
        isMounted = false;
      };
    }, []);
    if (state === null) return <PagePending />;
    if ('error' in state) throw state.error;
    return <state.Shown {...props} />;
  }
  // A failed preload is ignored: the route loads the module again and reports the error.
  return Object.assign(Page, { preload: () => void load().then(store, () => {}) });
}
