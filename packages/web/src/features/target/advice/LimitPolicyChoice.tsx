import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isLimitPolicy, type LimitPolicy } from '@trimtab/core';
import { useId } from 'react';
import { useClient } from '../../../api/client.tsx';
import { Select } from '../../../ui/Select.tsx';
import { suggestionQuery, type TargetId, targetQuery } from '../queries.ts';

const labels: Record<LimitPolicy, string> = {
  keep: 'Keep, raise if needed',
  ratio: 'Keep limit ÷ request',
  equal: 'Memory limit = request',
};

/** How the limits of this target change with its requests. Null: as configured for the server. */
export function LimitPolicyChoice({ id, policy }: { id: TargetId; policy: LimitPolicy | null }) {
  const client = useClient();
  const queryClient = useQueryClient();
  const field = useId();
  const { mutate, isPending } = useMutation({
    mutationFn: (next: LimitPolicy | null) => client.extensions.setLimitPolicy({ ...id, limit_policy: next }),
    onSuccess: async () => {
      // The suggestion is computed with the policy of the target.
      await queryClient.invalidateQueries({ queryKey: targetQuery(client, id).queryKey });
      await queryClient.invalidateQueries({ queryKey: suggestionQuery(client, id).queryKey });
    },
  });
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={field} className="text-ink-2">
        Limits
      </label>
      <Select
        id={field}
        value={policy ?? 'server'}
        disabled={isPending}
        onChange={({ target: { value } }) => mutate(isLimitPolicy(value) ? value : null)}
      >
        <option value="server">As configured for the server</option>
        {Object.entries(labels).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  );
}
