import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Candidates, formatCount } from '@trimtab/core';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../../api/client.tsx';
import { showToast } from '../../../context/toasts.ts';
import { countWorkloads } from '../candidates/count-workloads.ts';
import { candidatesQuery } from '../queries.ts';
import { countUnresolved, outcomesOf } from './enrollment-outcome.ts';

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
 * the candidates are refetched. If the user leaves the page, it is not reloaded, and a toast reports what was not enrolled.
 */
export function useEnrollment(reload: () => void = () => location.reload()) {
  const client = useClient();
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isSent = useRef(false);
  const hasLeft = useRef(false);
  const [enrolled, setEnrolled] = useState<Enrolled | null>(null);
  useEffect(() => {
    // React's strict mode runs this effect twice.
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
      clearTimeout(timer.current);
    };
  }, []);

  const { mutate, isPending } = useMutation({
    mutationFn: (request: { namespace: string; workloads?: string[] }) => client.targets.enroll(request),
    // Runs even if the user has left the page.
    onSuccess: (answer, { namespace, workloads = null }) => {
      if (hasLeft.current) reportUnresolved(namespace, answer, workloads);
      else {
        setEnrolled({ answer, asked: workloads, reloadAt: Date.now() + reloadDelayMs });
        timer.current = setTimeout(reload, reloadDelayMs);
      }
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

function reportUnresolved(namespace: string, answer: Candidates, asked: Enrolled['asked']): void {
  const outcomes = outcomesOf(answer, asked);
  const count = countUnresolved(outcomes);
  if (count === 0) return;
  const verb = count === 1 ? 'was' : 'were';
  showToast(`${formatCount(count)} of ${countWorkloads(outcomes.length)} of ${namespace} ${verb} not enrolled.`);
}
