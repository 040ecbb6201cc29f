import { type ReactNode, useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { DiagnosticsAction } from '../features/diagnostics/DiagnosticsAction.tsx';

/** A page with the 'Diagnostics' button: about the target in its address, or about all of them. */
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
