import { useConfiguration, useFlags } from '../../lib/configuration.tsx';

/** The version of the chart that installed the product; absent where none is known and in console mode. */
export function Footer() {
  const { version } = useConfiguration();
  const flags = useFlags();
  if (flags.console || version === '') return null;
  return <footer className="px-4 py-3 text-small text-ink-3 lg:px-6">Chart v{version}</footer>;
}
