import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { loadModule, type ReloadPage, thisPage } from './chunk-reload.ts';

type State<Props> = { Shown: ComponentType<Props> } | { error: unknown } | null;

/** A component whose code is loaded when it is first shown, or earlier with `preload`. */
export type LoadedLater<Props> = ComponentType<Props> & { preload: () => void };

/**
 * Creates a lazily loaded component, which renders `pending` until its code has arrived. It does not use React's
 * `lazy`, because React shows a Suspense fallback for at least 300 ms, during which the component would send no
 * request, and because `lazy` never loads again after a failure. This component does when it is mounted again.
 */
export function loadedLater<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  pending: ReactNode | ((props: Props) => ReactNode),
  page: ReloadPage = thisPage,
): LoadedLater<Props> {
  let loaded: ComponentType<Props> | undefined;
  const store = (component: ComponentType<Props>) => {
    loaded = component;
    return component;
  };

  function Later(props: Props) {
    const [state, setState] = useState<State<Props>>(() => (loaded === undefined ? null : { Shown: loaded }));
    useEffect(() => {
      // The module was already loaded, or it was preloaded between the first render and this effect.
      if (loaded !== undefined) {
        const Shown = loaded;
        setState((known) => known ?? { Shown });
        return;
      }
      // If the component is removed meanwhile, React ignores the new state.
      loadModule(name, load, page).then(
        (component) => setState({ Shown: store(component) }),
        (error: unknown) => setState({ error }),
      );
    }, []);
    if (state === null) return typeof pending === 'function' ? pending(props) : pending;
    if ('error' in state) throw state.error;
    return <state.Shown {...props} />;
  }
  // A failed preload is ignored: the component loads the module again and reports the error.
  return Object.assign(Later, { preload: () => void load().then(store, () => {}) });
}
