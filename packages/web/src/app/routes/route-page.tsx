import { type ComponentType, useEffect, useState } from 'react';
import { loadModule, type ReloadPage, thisPage } from '../../browser/chunk-reload.ts';
import { PagePending } from './PagePending.tsx';

type State<Props> = { Shown: ComponentType<Props> } | { error: unknown } | null;

/** A page whose code is fetched when its route is first shown, or before by `preload`. */
export type RoutePage<Props> = ComponentType<Props> & { preload: () => void };

/**
 * Makes a page of the module that holds it. Not by `lazy`: what follows the fallback of a Suspense is held back by React
 * until the fallback has stood for 300 ms, and nothing of the page would be asked for in that time.
 */
export function routePage<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  page: ReloadPage = thisPage,
): RoutePage<Props> {
  let loaded: ComponentType<Props> | undefined;
  const keep = (component: ComponentType<Props>) => {
    loaded = component;
    return component;
  };

  function Page(props: Props) {
    const [state, setState] = useState<State<Props>>(() => (loaded === undefined ? null : { Shown: loaded }));
    useEffect(() => {
      // It was drawn with the first state already, or came between that and now.
      if (loaded !== undefined) {
        const Shown = loaded;
        setState((known) => known ?? { Shown });
        return undefined;
      }
      let isHere = true;
      const show = (next: State<Props>) => void (isHere && setState(next));
      loadModule(name, load, page).then(
        (component) => show({ Shown: keep(component) }),
        (error: unknown) => show({ error }),
      );
      return () => {
        isHere = false;
      };
    }, []);
    if (state === null) return <PagePending />;
    if ('error' in state) throw state.error;
    return <state.Shown {...props} />;
  }
  // A failure is the route's business.
  return Object.assign(Page, { preload: () => void load().then(keep, () => {}) });
}
