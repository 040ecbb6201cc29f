import { lazy, Suspense, useMemo } from 'react';
import { loadModule, thisPage } from '../../../browser/chunk-reload.ts';
import { useViewParams } from '../../../browser/search-params.ts';
import { useFlags } from '../../../context/configuration.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import type { TargetId } from '../queries.ts';
import { useUrlOverlay } from '../use-url-overlay.ts';

const UnenrollDialog = lazy(async () => ({
  default: await loadModule(
    'un-enroll',
    () => import('./UnenrollDialog.tsx').then((module) => module.UnenrollDialog),
    thisPage,
  ),
}));

/** Opens the question whether to un-enroll the target, if the address contains it. */
export function useUnenrollModal(id: TargetId): void {
  const hasHistory = useFlags().extensions.has('views.changes');
  const isAsked = useViewParams()[0].get('modal') === 'un-enroll' && hasHistory;
  useUrlOverlay(
    'modal',
    useMemo(() => {
      if (!isAsked) return null;
      const body = (
        <Suspense fallback={<Spinner />}>
          <UnenrollDialog id={id} />
        </Suspense>
      );
      return { title: `Un-enroll ${id.name}?`, body };
    }, [isAsked, id]),
  );
}
