import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type Client, featureFlags, type RuntimeConfiguration } from '@trimtab/core';
import type { ComponentType, ReactNode } from 'react';
import { ClientProvider } from '../api/client.tsx';
import { Router as BrowserRouter } from '../browser/router.tsx';
import { ConfigurationProvider } from '../context/configuration.tsx';
import { Standalone } from '../ui/Standalone.tsx';
import { TooltipProvider } from '../ui/Tooltip.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import type { FirstDrawing } from './routes/AfterFirstView.tsx';
import { ConsoleRoutes } from './routes/routes.tsx';

type AppProps = {
  configuration: RuntimeConfiguration;
  client: Client;
  queryClient: QueryClient;
  /** Undefined if the page is drawn without waiting for its first answers. */
  firstView?: FirstDrawing | undefined;
  /** Tests replace the browser's router. */
  Router?: ComponentType<{ children: ReactNode }>;
};

/** The console with its providers. */
export function App({ configuration, client, queryClient, firstView, Router = BrowserRouter }: AppProps) {
  return (
    <ErrorBoundary Frame={Standalone}>
      <ConfigurationProvider configuration={configuration}>
        <ClientProvider client={client}>
          <QueryClientProvider client={queryClient}>
            <TooltipProvider>
              <Router>
                <ConsoleRoutes flags={featureFlags(configuration)} firstView={firstView} />
              </Router>
            </TooltipProvider>
          </QueryClientProvider>
        </ClientProvider>
      </ConfigurationProvider>
    </ErrorBoundary>
  );
}
