import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type AllTargets, allTargetsQuery } from '../../api/all-targets.ts';
import { useClient } from '../../api/client.tsx';
import { paths } from '../../browser/paths.ts';
import { useLocation, useNavigate } from '../../browser/router.tsx';

const isEmptyList = ({ items, isComplete, isTruncated }: AllTargets): boolean =>
  isComplete && !isTruncated && items.length === 0;

/**
 * Redirects to the onboarding page if all targets have been loaded and there are none. Does not redirect if the list
 * failed or was truncated.
 */
export function useRedirectWhenEmpty(): void {
  // Selects one boolean, so that the shell does not re-render for every page of targets.
  const { data, isFetching } = useQuery({ ...allTargetsQuery(useClient()), select: isEmptyList });
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isEmpty = data === true && !isFetching;
  useEffect(() => {
    if (isEmpty && pathname !== paths.onboarding) navigate(paths.onboarding, { replace: true });
  }, [isEmpty, pathname, navigate]);
}
