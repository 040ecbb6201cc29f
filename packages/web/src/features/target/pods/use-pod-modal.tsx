import type { Pod } from '@trimtab/core';
import { useEffect, useMemo, useRef } from 'react';
import { useViewParams } from '../../../browser/search-params.ts';
import { useOverlays } from '../../../context/overlay.tsx';
import { useUrlOverlay } from '../use-url-overlay.ts';
import { PodDetails } from './PodDetails.tsx';

/**
 * Shows the pod that `?pod=` names, if it exists. The modal stays open while the list is refetched. If the pod is no longer in
 * the list, the modal closes and the search parameters are cleared.
 */
export function usePodModal(pods: readonly Pod[] | undefined): void {
  const { closeModal } = useOverlays();
  const name = useViewParams()[0].get('pod');
  const pod = pods?.find((one) => one.name === name);
  useUrlOverlay(
    'modal',
    useMemo(() => (pod === undefined ? null : { title: pod.name, body: <PodDetails pod={pod} /> }), [pod]),
  );
  const shown = useRef<string | null>(null);
  useEffect(() => {
    if (pod !== undefined) shown.current = pod.name;
    else if (pods !== undefined && name !== null && shown.current === name) {
      shown.current = null;
      closeModal();
    }
  }, [pod, pods, name, closeModal]);
}
