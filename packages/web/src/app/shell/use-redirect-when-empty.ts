import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type AllTargets, allTargetsQuery } from '../../api/all-targets.ts';
import { useClient } from '../../api/client.tsx';
import { paths } from '../../browser/paths.ts';

const isEmptyList = ({ items, isComplete, isTruncated }: AllTargets): boolean =>
  isComplete && !isTruncated && items.length === 0;

/**
 * When all targets have been loaded and there are none, the console goes to the place where the first are enrolled. A list
 * that could not be read, or was cut short, is no proof that there are none.
 */
export function useRedirectWhenEmpty(): void {
  // Only the verdict: the whole shell would be drawn anew with every page that lands.
  const { data, isFetching } = useQuery({ ...allTargetsQuery(useClient()), select: isEmptyList });
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isEmpty = data === true && !isFetching;
  useEffect(() => {
    if (isEmpty && pathname !== paths.onboarding) void navigate(paths.onboarding, { replace: true });
  }, [isEmpty, pathname, navigate]);
}
