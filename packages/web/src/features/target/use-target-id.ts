import { useMemo } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import type { TargetId } from './queries.ts';

/**
 * The target in the URL. The router decodes a `%2F` in a name as a path separator, so the path is parsed here. A path with
 * invalid percent-encoding falls back to the router's parameters.
 */
export function useTargetId(): TargetId {
  const { pathname } = useLocation();
  const params = useParams();
  const [namespace, name] = partsOf(pathname) ?? [params.namespace ?? '', params.name ?? ''];
  return useMemo(() => ({ namespace, name }), [namespace, name]);
}

function partsOf(pathname: string): [namespace: string, name: string] | null {
  const [, , namespace, name] = pathname.split('/');
  if (namespace === undefined || name === undefined) return null;
  try {
    return [decodeURIComponent(namespace), decodeURIComponent(name)];
  } catch {
    return null;
  }
}
