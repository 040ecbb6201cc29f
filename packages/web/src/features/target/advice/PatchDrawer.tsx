import { useQuery } from '@tanstack/react-query';
import { formatResource, parseQuantity, resourceLabels } from '@trimtab/core';
import { patchPlan } from '@trimtab/core/patch';
import { useClient } from '../../../api/client.tsx';
import { recordExport } from '../../../api/record-export.ts';
import { useViewParams } from '../../../browser/search-params.ts';
import { podsQuery, suggestionQuery, type TargetId, targetQuery } from '../queries.ts';
import { readChosen, replacedBy, withChosen } from './chosen-request.ts';
import { LimitPolicyChoice } from './LimitPolicyChoice.tsx';
import { PlanView } from './PlanView.tsx';

/** Shows the suggestion as a file to apply with kubectl, Kustomize or Helm. */
export function PatchDrawer({ id }: { id: TargetId }) {
  const client = useClient();
  const target = useQuery({ ...targetQuery(client, id), enabled: false }).data;
  const suggestion = useQuery({ ...suggestionQuery(client, id), enabled: false }).data;
  const pods = useQuery({ ...podsQuery(client, id), enabled: false }).data;
  const [params] = useViewParams();
  if (target?.outcome !== 'found' || !suggestion)
    return <p className="text-ink-2">There is no suggestion to export.</p>;
  const chosen = readChosen(params.get('request'));
  const replaced = chosen === null ? null : replacedBy(chosen, suggestion);
  const plan = patchPlan(target, chosen === null ? suggestion : withChosen(suggestion, chosen), pods);
  const policy = target.aiscaletarget.spec.limit_policy;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-2">Requests are whole millicores and MiB. {plan.notes.join(' ')}</p>
      {chosen === null || replaced === null ? null : (
        <p className="font-medium">
          The {resourceLabels[chosen.resource]} request of <bdi>{chosen.container}</bdi> is the one you chose,{' '}
          {formatResource(chosen.resource, chosen.request)}. Suggested is{' '}
          {formatResource(chosen.resource, parseQuantity(replaced.value))}.
        </p>
      )}
      {policy === undefined ? null : <LimitPolicyChoice id={id} policy={policy} />}
      <PlanView
        plan={plan}
        what="this suggestion"
        empty="This suggestion contains no change that a file can set."
        onTaken={() => void recordExport(client, [id])}
      />
    </div>
  );
}
