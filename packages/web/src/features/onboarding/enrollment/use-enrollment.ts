import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Candidates } from '@trimtab/core';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../../api/client.tsx';
import { candidatesQuery } from '../queries.ts';

/** After an enrollment the whole page is loaded again (console.md, section 9). */
export const reloadDelayMs = 10_000;

/** What an enrollment came to. */
export type Enrolled = {
  answer: Candidates;
  /** The names that were asked for; null: the whole namespace. */
  asked: readonly string[] | null;
  reloadAt: number;
};

/**
 * Enrolls workloads of a namespace: one request, however often the button is pressed. When it fails, what has become of
 * the workloads is unknown, so the candidates are asked for again. The reload is off when the operator leaves the page.
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
      // Everything on the screen may count the new targets; who goes on before the reload must see them.
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
