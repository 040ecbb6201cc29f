import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  ApiError,
  type Client,
  displayText,
  isMissingCall,
  isWorkloadMissing,
  minuteMs,
  type WhatIf,
  workloadMissingText,
} from '@trimtab/core';
import { enqueue } from '../../../api/request-queue.ts';
import type { TargetId } from '../queries.ts';
import type { WhatIfQuestion } from './what-if-form.ts';

/** `absent`: the server does not have the call. `refused`: it cannot compute this, for the reason that it gives. */
export type WhatIfOutcome =
  | { readonly outcome: 'computed'; readonly answer: WhatIf }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'absent' };

/** What a target needs under a scaled load. The page shows every failure itself. */
export function whatIfQuery(client: Client, id: TargetId, question: WhatIfQuestion) {
  return queryOptions({
    queryKey: ['extensions.whatIf', { ...id, ...question }],
    queryFn: ({ signal }) =>
      enqueue(signal, async (): Promise<WhatIfOutcome> => {
        try {
          return { outcome: 'computed', answer: await client.extensions.whatIf({ ...id, ...question }, { signal }) };
        } catch (error) {
          return outcomeOf(error);
        }
      }),
    placeholderData: keepPreviousData,
    staleTime: 5 * minuteMs,
    meta: { silent: true },
  });
}

function outcomeOf(error: unknown): WhatIfOutcome {
  if (isMissingCall(error)) return { outcome: 'absent' };
  if (isWorkloadMissing(error)) return { outcome: 'refused', reason: workloadMissingText(error) };
  if (error instanceof ApiError && [400, 409].includes(error.status)) {
    return { outcome: 'refused', reason: displayText(error.messages[0] ?? error.message) };
  }
  throw error;
}
