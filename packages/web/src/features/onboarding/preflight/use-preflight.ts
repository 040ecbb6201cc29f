import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useClient } from '../../../api/client.tsx';
import { useFlags } from '../../../context/configuration.tsx';
import { preflightQuery } from '../queries.ts';
import { checkedKey, type Preflight } from './group-findings.ts';

export type PreflightState = {
  /** Null until the server has answered. */
  preflight: Preflight | null;
  hasFailed: boolean;
  retry: () => void;
};

/** The preflight of a namespace's candidates; null if the server cannot check them together. */
export function usePreflight(namespace: string, isOpen: boolean): PreflightState | null {
  const hasCall = useFlags().extensions.has('views.preflight');
  const { data, isError, isFetching, refetch } = useQuery({
    ...preflightQuery(useClient(), namespace),
    enabled: hasCall && isOpen,
  });
  const preflight = useMemo(
    () => (data === undefined ? null : new Map(data.items.map((item) => [checkedKey(item), item]))),
    [data],
  );
  return hasCall ? { preflight, hasFailed: isError && !isFetching, retry: () => void refetch() } : null;
}
