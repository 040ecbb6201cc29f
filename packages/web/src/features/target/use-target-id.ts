import { useMemo } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import type { TargetId } from './queries.ts';

/**
 * The target that the address names. The router takes a `%2F` that is part of a name for a slash, so the address itself is
 * read; what is no encoding at all is left to the router.
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
