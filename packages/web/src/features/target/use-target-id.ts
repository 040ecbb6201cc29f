import { useMemo } from 'react';
import { targetInPath } from '../../browser/paths.ts';
import { useLocation } from '../../browser/router.tsx';
import type { TargetId } from './queries.ts';

/** The target in the URL. A name with invalid percent-encoding is used unchanged. */
export function useTargetId(): TargetId {
  const { pathname } = useLocation();
  return useMemo(() => {
    const [, , namespace = '', name = ''] = pathname.split('/');
    return targetInPath(pathname) ?? { namespace, name };
  }, [pathname]);
}
