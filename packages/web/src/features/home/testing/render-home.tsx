// oxlint-disable-next-line import/no-unassigned-import -- a stylesheet has no exports
import '../../../app/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, render } from '@testing-library/react';
import { createClient, emptyConfiguration, type RuntimeConfiguration } from '@trimtab/core';
import { ClientProvider } from '../../../api/client.tsx';
import { createQueryClient } from '../../../app/query-client.ts';
import { useLocation } from '../../../browser/router.tsx';
import { ConfigurationProvider } from '../../../context/configuration.tsx';
import { MemoryRouter } from '../../../testing/memory-router.tsx';
import { TooltipProvider } from '../../../ui/Tooltip.tsx';
import { HomePage, type HomePageProps } from '../HomePage.tsx';
import type { HomeApi } from './home-api.ts';

// Errors contain only the query, not the whole DOM. The timeout allows for a slow machine.
configure({ getElementError: (message) => new Error(message ?? 'Not found') });

type Extras = RuntimeConfiguration['extra'];

/** Renders the home page with a scripted API. Returns functions that read the current address, and the cache. */
export function renderHome(
  api: Pick<HomeApi, 'fetch'>,
  { search = '', extra = {}, ...props }: HomePageProps & { search?: string; extra?: Extras } = {},
) {
  const client = createClient({ baseUrl: 'http://api.test', fetch: api.fetch, random: () => 0 });
  const queryClient = createQueryClient();
  let shown = { pathname: '/', search };
  function Witness() {
    shown = useLocation();
    return null;
  }
  render(
    <ConfigurationProvider configuration={{ ...emptyConfiguration, extra }}>
      <ClientProvider client={client}>
        <QueryClientProvider client={queryClient}>
          <TooltipProvider>
            <MemoryRouter at={`/${search}`}>
              <HomePage {...props} />
              <Witness />
            </MemoryRouter>
          </TooltipProvider>
        </QueryClientProvider>
      </ClientProvider>
    </ConfigurationProvider>,
  );
  return { path: () => shown.pathname, search: () => shown.search, queryClient };
}
