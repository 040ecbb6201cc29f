import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useClient } from '../../lib/client.tsx';
import { candidatesQuery } from './queries.ts';

/** After an enrolment the whole page is loaded again (console.md, section 9). */
export const reloadDelayMs = 10_000;

/**
 * Enrols workloads of a namespace: one request, however often the button is pressed. When it fails, what has become of
 * the workloads is unknown, so the candidates are asked for again. The reload is off when the operator leaves the page.
 */
export function useEnrolment(reload: () => void = () => location.reload()) {
  const client = useClient();
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isSent = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);

  const { mutate, isPending, data } = useMutation({
    mutationFn: (request: { namespace: string; workloads?: string[] }) => client.targets.enrol(request),
    onSuccess: () => {
      // Everything on the screen may count the new targets; who goes on before the reload must see them.
      void queryClient.invalidateQueries();
      timer.current = setTimeout(reload, reloadDelayMs);
    },
    onError: (_error, { namespace }) => {
      isSent.current = false;
      void queryClient.invalidateQueries({ queryKey: candidatesQuery(client, namespace).queryKey });
    },
  });
  return {
    isEnrolling: isPending,
    result: data,
    enrol: (namespace: string, workloads?: string[]) => {
      if (isSent.current) return;
      isSent.current = true;
      mutate(workloads === undefined ? { namespace } : { namespace, workloads });
    },
  };
}
