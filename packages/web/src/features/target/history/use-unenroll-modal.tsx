import { useMemo } from 'react';
import { loadedLater } from '../../../browser/loaded-later.tsx';
import { useViewParams } from '../../../browser/search-params.ts';
import { Spinner } from '../../../ui/Spinner.tsx';
import type { TargetPageState } from '../use-target.ts';
import { useUrlOverlay } from '../use-url-overlay.ts';
import { useHasHistory } from './use-has-history.ts';

const UnenrollDialog = loadedLater(
  'un-enroll',
  () => import('./UnenrollDialog.tsx').then((module) => module.UnenrollDialog),
  <Spinner />,
);

/** Opens the question whether to un-enroll the target, if the address contains it. */
export function useUnenrollModal({ id, mode, missingText }: TargetPageState): void {
  const hasHistory = useHasHistory();
  const isAsked = useViewParams()[0].get('modal') === 'un-enroll' && hasHistory;
  const isMissing = missingText !== null;
  useUrlOverlay(
    'modal',
    useMemo(() => {
      if (!isAsked) return null;
      return { title: `Un-enroll ${id.name}?`, body: <UnenrollDialog id={id} mode={mode} isMissing={isMissing} /> };
    }, [isAsked, id, mode, isMissing]),
  );
}
