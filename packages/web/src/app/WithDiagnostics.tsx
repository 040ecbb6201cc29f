import { type ReactNode, useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { DiagnosticsAction } from '../features/diagnostics/DiagnosticsAction.tsx';

/** Adds the 'Diagnostics' button to a page: for the target in the URL, or for all targets. */
export function WithDiagnostics({ children }: { children: ReactNode }) {
  const { namespace, name } = useParams();
  const target = useMemo(
    () => (namespace === undefined || name === undefined ? null : { namespace, name }),
    [namespace, name],
  );
  return (
    <>
      <DiagnosticsAction key={`${namespace}/${name}`} target={target} />
      {children}
    </>
  );
}
