import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { isRecord, type Mode } from '@trimtab/core';
import { useClient } from '../../../api/client.tsx';
import { paths } from '../../../browser/paths.ts';
import { useNavigate } from '../../../browser/router.tsx';
import { useOverlays } from '../../../context/overlay.tsx';
import { showToast } from '../../../context/toasts.ts';
import { BusyText } from '../../../ui/BusyText.tsx';
import { Button } from '../../../ui/Button.tsx';
import type { TargetId } from '../queries.ts';

/** Whether a query concerns only this target. */
const isOf = ({ namespace, name }: TargetId, queryKey: QueryKey): boolean =>
  queryKey.some((part) => isRecord(part) && part.namespace === namespace && part.name === name);

type UnenrollDialogProps = {
  id: TargetId;
  /** Null while it is unknown. */
  mode: Mode | null;
  /** The workload is not in the cluster. */
  isMissing: boolean;
};

/** Asks for confirmation before a target is un-enrolled. Afterwards the page Activity shows the change. */
export function UnenrollDialog({ id, mode, isMissing }: UnenrollDialogProps) {
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { closeModal } = useOverlays();
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.targets.cleanup(id),
    onSuccess: () => {
      showToast(`${id.name} is no longer enrolled.`, 'info');
      // The page of the target stays until the next page is drawn. Without this, its own calls would report that the
      // target is unknown.
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !isOf(id, queryKey) });
    },
  });
  // `mutate` calls this only while the dialog is shown. A user who has closed it may be on another page.
  const onSuccess = () => navigate(paths.activity(id));
  return (
    <div className="flex flex-col gap-4">
      <p>
        Trimtab stops measuring <bdi className="font-medium break-all">{id.name}</bdi> in{' '}
        <bdi className="break-all">{id.namespace}</bdi> and removes its suggestions.{' '}
        {isMissing
          ? 'The workload is not in the cluster. If it is created again, it can be enrolled on the page Onboarding.'
          : 'The workload itself does not change. It can be enrolled again on the page Onboarding.'}
      </p>
      {mode === 'Recommendation' ? null : (
        <p>
          The recorded state from before autonomous mode is deleted too, if there is one: the requests and replicas that
          savings are computed from, and to which the workload could be set back. Enrolling again does not bring it
          back.
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {/* `aria-disabled` instead of `disabled`, because a disabled button loses the keyboard focus. */}
        <Button aria-disabled={isPending} onClick={() => isPending || closeModal()}>
          Cancel
        </Button>
        <Button look="primary" aria-disabled={isPending} onClick={() => isPending || mutate(undefined, { onSuccess })}>
          {isPending ? <BusyText>Un-enrolling …</BusyText> : 'Un-enroll'}
        </Button>
      </div>
    </div>
  );
}
