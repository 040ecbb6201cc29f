import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { useClient } from '../../../api/client.tsx';
import { paths } from '../../../browser/paths.ts';
import { useOverlays } from '../../../context/overlay.tsx';
import { showToast } from '../../../context/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import type { TargetId } from '../queries.ts';

/** Asks before a target is un-enrolled. Afterwards the page Activity shows that it was. */
export function UnenrollDialog({ id }: { id: TargetId }) {
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { closeModal } = useOverlays();
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.targets.cleanup(id),
    onSuccess: async () => {
      showToast(`${id.name} is no longer enrolled.`, 'info');
      // Before the target is fetched again, which would show that it is unknown.
      await navigate(paths.activity(id));
      void queryClient.invalidateQueries();
    },
  });
  return (
    <div className="flex flex-col gap-4">
      <p>
        Trimtab stops measuring <bdi className="font-medium break-all">{id.name}</bdi> in{' '}
        <bdi className="break-all">{id.namespace}</bdi> and removes its suggestions. The workload itself does not
        change. It can be enrolled again on the page Onboarding.
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={closeModal}>Cancel</Button>
        <Button look="primary" disabled={isPending} onClick={() => mutate()}>
          {isPending ? <Spinner label="Un-enrolling" size={14} /> : null}
          Un-enroll
        </Button>
      </div>
    </div>
  );
}
