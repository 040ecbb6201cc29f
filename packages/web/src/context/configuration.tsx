import { featureFlags, type RuntimeConfiguration } from '@trimtab/core';
import { createContext, type ReactNode, useContext, useMemo } from 'react';

const ConfigurationContext = createContext<RuntimeConfiguration | null>(null);

/** Provides the runtime configuration. It does not change until the page is reloaded. */
export function ConfigurationProvider({
  configuration,
  children,
}: {
  configuration: RuntimeConfiguration;
  children: ReactNode;
}) {
  return <ConfigurationContext value={configuration}>{children}</ConfigurationContext>;
}

export function useConfiguration(): RuntimeConfiguration {
  const configuration = useContext(ConfigurationContext);
  if (configuration === null) throw new Error('useConfiguration needs a ConfigurationProvider above it.');
  return configuration;
}

/** The feature flags. Only a literal `true` in the extra settings turns a flag on. */
export function useFlags(): ReturnType<typeof featureFlags> {
  const configuration = useConfiguration();
  return useMemo(() => featureFlags(configuration), [configuration]);
}
