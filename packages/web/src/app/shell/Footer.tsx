import { useIsFetching } from '@tanstack/react-query';
import { useConfiguration, useFlags } from '../../context/configuration.tsx';
import { classNames } from '../../ui/class-names.ts';

/**
 * The version of the chart that installed the product. Absent in console mode and if the version is unknown. It is invisible
 * while content above it still loads, so that the user does not see it jump. Calls that have
 * failed before are repeated without end.
 */
export function Footer() {
  const { version } = useConfiguration();
  const flags = useFlags();
  const isLoading =
    useIsFetching({
      type: 'active',
      predicate: ({ state }) => state.data === undefined && state.errorUpdateCount === 0,
    }) > 0;
  if (flags.console || version === '') return null;
  return (
    <footer className={classNames('px-4 py-3 text-small text-ink-3 lg:px-6 print:hidden', isLoading && 'invisible')}>
      Chart v{version}
    </footer>
  );
}
