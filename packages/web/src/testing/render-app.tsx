import { configure, render } from '@testing-library/react';
import { createClient, type RuntimeConfiguration, readConfiguration } from '@trimtab/core';
import type { ComponentType, ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { App } from '../app/App.tsx';
import { createQueryClient } from '../app/query-client.ts';

// A failure names what was looked for; the whole page would drown it. A machine that is busy is no failure.
configure({ getElementError: (message) => new Error(message ?? 'Not found'), asyncUtilTimeout: 5_000 });

/** Where a test's router stands: read it, because a memory router has no address bar. */
export type Address = { current: string };

/** Renders the whole console at an address, over an API that the test scripts. */
export function renderApp({
  fetch,
  path = '/onboarding',
  configuration = {},
  beside = null,
  Wrapper,
}: {
  fetch: typeof globalThis.fetch;
  path?: string;
  configuration?: Partial<RuntimeConfiguration>;
  /** Something of the test's own inside the router. */
  beside?: ReactNode;
  /** What stands around the app, as the sign-in does. */
  Wrapper?: ComponentType<{ children: ReactNode }>;
}) {
  const address: Address = { current: path };
  function Witness() {
    const { pathname, search } = useLocation();
    address.current = pathname + search;
    return null;
  }
  const Router = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[path]}>
      {children}
      {beside}
      <Witness />
    </MemoryRouter>
  );
  const screen = render(
    <App
      configuration={{ ...readConfiguration({}), ...configuration }}
      client={createClient({ baseUrl: '', fetch, random: () => 0 })}
      queryClient={createQueryClient()}
      Router={Router}
    />,
    Wrapper === undefined ? {} : { wrapper: Wrapper },
  );
  return { ...screen, address };
}
