import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Candidates } from '@trimtab/core';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../../api/client.tsx';
import { candidatesQuery } from '../queries.ts';

/** The page reloads this long after an enrollment. */
export const reloadDelayMs = 10_000;

/** A finished enrollment. */
export type Enrolled = {
  answer: Candidates;
  /** The requested names; null for the whole namespace. */
  asked: readonly string[] | null;
  reloadAt: number;
};

/**
 * Enrolls workloads of a namespace. Repeated presses send one request. If it fails, the state of the workloads is unknown, so
 * the candidates are refetched. The reload is canceled when the user leaves the page.
 */
export function useEnrollment(reload: () => void = () => location.reload()) {
  const client = useClient();
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isSent = useRef(false);
  const [enrolled, setEnrolled] = useState<Enrolled | null>(null);
  useEffect(() => () => clearTimeout(timer.current), []);

  const { mutate, isPending } = useMutation({
    mutationFn: (request: { namespace: string; workloads?: string[] }) => client.targets.enroll(request),
    onSuccess: (answer, { workloads = null }) => {
      setEnrolled({ answer, asked: workloads, reloadAt: Date.now() + reloadDelayMs });
      timer.current = setTimeout(reload, reloadDelayMs);
      // Any query may include the new targets. A user who navigates before the reload must see them.
      void queryClient.invalidateQueries();
    },
    onError: (_error, { namespace }) => {
      isSent.current = false;
      void queryClient.invalidateQueries({ queryKey: candidatesQuery(client, namespace).queryKey });
    },
  });
  return {
    isEnrolling: isPending,
    enrolled,
    reloadNow: reload,
    enroll: (namespace: string, workloads?: string[]) => {
      if (isSent.current) return;
      isSent.current = true;
      mutate(workloads === undefined ? { namespace } : { namespace, workloads });
    },
  };
}
