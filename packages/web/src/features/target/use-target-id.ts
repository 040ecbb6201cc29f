import { useMemo } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { targetInPath } from '../../browser/paths.ts';
import type { TargetId } from './queries.ts';

/**
 * The target in the URL. The router decodes a `%2F` in a name as a path separator, so the path is parsed here. A path with
 * invalid percent-encoding falls back to the router's parameters.
 */
export function useTargetId(): TargetId {
  const { pathname } = useLocation();
  const params = useParams();
  const { namespace, name } = targetInPath(pathname) ?? { namespace: params.namespace ?? '', name: params.name ?? '' };
  return useMemo(() => ({ namespace, name }), [namespace, name]);
}
