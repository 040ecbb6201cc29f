import { featureFlags, type RuntimeConfiguration } from '@trimtab/core';
import { createContext, type ReactNode, useContext, useMemo } from 'react';

const ConfigurationContext = createContext<RuntimeConfiguration | null>(null);

/** Gives everything below it the runtime configuration, which does not change while the page lives. */
export function ConfigurationProvider({
  configuration,
  children,
}: {
  configuration: RuntimeConfiguration;
  children: ReactNode;
}) {
  return <ConfigurationContext value={configuration}>{children}</ConfigurationContext>;
}

/** What /config.json said. */
export function useConfiguration(): RuntimeConfiguration {
  const configuration = useContext(ConfigurationContext);
  if (configuration === null) throw new Error('useConfiguration needs a ConfigurationProvider above it.');
  return configuration;
}

/** The feature flags; only a literal `true` in the extra settings turns one on. */
export function useFlags(): ReturnType<typeof featureFlags> {
  const configuration = useConfiguration();
  return useMemo(() => featureFlags(configuration), [configuration]);
}
