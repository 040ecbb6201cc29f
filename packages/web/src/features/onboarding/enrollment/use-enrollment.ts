import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useClient } from '../../../api/client.tsx';
import { type EnrollmentState, type EnrollRequest, enrollmentStore } from './enrollment-store.ts';

export type Enrollment = EnrollmentState & {
  enroll: (request: EnrollRequest) => void;
  reloadNow: () => void;
};

const reloadPage = (): void => location.reload();

/**
 * Enrolls workloads of one namespace at a time, whichever namespace is shown. After it has succeeded, the page reloads.
 * If it fails, the state of the workloads is unknown, so the panel of the candidates fetches them again.
 *
 * @param shown the namespace that the page shows
 */
export function useEnrollment(shown: string, reload: () => void = reloadPage): Enrollment {
  const client = useClient();
  const store = enrollmentStore(useQueryClient());
  const state = useSyncExternalStore(store.subscribe, store.read);
  useEffect(() => store.open(reload), [store, reload]);
  const isSeen = state.failed === shown;
  useEffect(() => {
    if (isSeen) store.forgetFailure();
  }, [store, isSeen]);
  return { ...state, enroll: (request) => store.enroll(client, request), reloadNow: reload };
}
