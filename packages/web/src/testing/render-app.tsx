import { configure, render } from '@testing-library/react';
import { createClient, type RuntimeConfiguration, readConfiguration } from '@trimtab/core';
import type { ComponentType, ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { withNotice } from '../api/server-notice.ts';
import { App } from '../app/App.tsx';
import { createQueryClient } from '../app/query-client.ts';
import { useLocation } from '../browser/router.tsx';
import { MemoryRouter } from './memory-router.tsx';

// Errors contain only the query, not the whole DOM.
configure({ getElementError: (message) => new Error(message ?? 'Not found') });

/** The current address of a test's memory router. */
type Address = { current: string };

/** Renders the whole console at a path with a scripted API. */
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
  /** Additional content inside the router. */
  beside?: ReactNode;
  /** A wrapper around the app, like the sign-in. */
  Wrapper?: ComponentType<{ children: ReactNode }>;
}) {
  const address: Address = { current: path };
  function Witness() {
    const { pathname, search } = useLocation();
    address.current = pathname + search;
    return null;
  }
  const Router = ({ children }: { children: ReactNode }) => (
    <MemoryRouter at={path}>
      {children}
      {beside}
      <Witness />
    </MemoryRouter>
  );
  const queryClient = createQueryClient();
  // A query that fails after its test would show its toast in the next one.
  onTestFinished(() => queryClient.cancelQueries());
  const screen = render(
    <App
      configuration={{ ...readConfiguration({}), ...configuration }}
      client={createClient({ baseUrl: '', fetch: withNotice(fetch), random: () => 0 })}
      queryClient={queryClient}
      Router={Router}
    />,
    Wrapper === undefined ? {} : { wrapper: Wrapper },
  );
  return { ...screen, address, queryClient };
}
