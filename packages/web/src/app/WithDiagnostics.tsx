import { type ReactNode, useMemo } from 'react';
import { targetInPath } from '../browser/paths.ts';
import { useLocation } from '../browser/router.tsx';
import { DiagnosticsAction } from '../features/diagnostics/DiagnosticsAction.tsx';

/** Adds the 'Diagnostics' button to a page. It exports the target in the URL, or all targets. */
export function WithDiagnostics({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const target = useMemo(() => targetInPath(pathname), [pathname]);
  return (
    <>
      <DiagnosticsAction key={pathname} target={target} />
      {children}
    </>
  );
}
