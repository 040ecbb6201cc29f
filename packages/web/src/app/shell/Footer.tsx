import { useIsFetching } from '@tanstack/react-query';
import { useConfiguration, useFlags } from '../../context/configuration.tsx';
import { classNames } from '../../ui/class-names.ts';

/**
 * The version of the chart that installed the product; absent where none is known and in console mode. It keeps its
 * place, unseen, while something above it is still to come: nobody is to watch it jump.
 */
export function Footer() {
  const { version } = useConfiguration();
  const flags = useFlags();
  const isGrowing = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0;
  if (flags.console || version === '') return null;
  return (
    <footer className={classNames('px-4 py-3 text-small text-ink-3 lg:px-6', isGrowing && 'invisible')}>
      Chart v{version}
    </footer>
  );
}
