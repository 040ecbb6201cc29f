import { useQueryClient } from '@tanstack/react-query';
import type { TargetListItem } from '@trimtab/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useClient } from '../../../api/client.tsx';
import { nodeSettingsQuery } from '../../../api/node-settings.ts';
import { comparisonQuery, costStaleTimeMs } from '../../../api/target-costs.ts';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import type { TargetFigures } from './explain-target.ts';

/** A pointer that only crosses the table sends no request. Shorter than the tooltip's delay, so that the text may be ready. */
const fetchDelayMs = 120;

type FetchedExplanationProps = {
  target: Pick<TargetListItem, 'namespace' | 'name'>;
  /** Shown until the request ends, and also if it fails. */
  fallback: string | null | undefined;
  /** The text for the fetched figures; null keeps the fallback. Its functions are loaded with the figures. */
  explain: (functions: typeof import('./explain-target.ts'), figures: TargetFigures) => string | null;
  className?: string;
  children: ReactNode;
};

/** A figure with a tooltip that explains what it was computed from. The explanation is fetched on hover and on focus. */
export function FetchedExplanation({ target, fallback, explain, className, children }: FetchedExplanationProps) {
  const client = useClient();
  const queryClient = useQueryClient();
  const [explanation, setExplanation] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const fetchExplanation = async () => {
    try {
      const [functions, comparison, settings] = await Promise.all([
        import('./explain-target.ts'),
        queryClient.fetchQuery({
          ...comparisonQuery(client, target),
          staleTime: costStaleTimeMs,
          meta: { silent: true },
        }),
        queryClient.fetchQuery({ ...nodeSettingsQuery(client), meta: { silent: true } }).catch(() => null),
      ]);
      setExplanation(explain(functions, { comparison, settings }));
    } catch {
      // Servers of other vendors may not have this call, and after an update the code of this page may be gone. The fallback
      // stays.
    }
  };
  const scheduleFetch = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void fetchExplanation(), fetchDelayMs);
  };
  return (
    // Beside the row, so that the tooltip does not cover the figures above and below.
    <Tooltip text={explanation ?? fallback ?? undefined} side="left">
      <span
        // Not a button, because pressing it does nothing.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focus opens the tooltip for keyboard users
        tabIndex={0}
        className={className}
        onPointerEnter={scheduleFetch}
        onPointerLeave={() => clearTimeout(timer.current)}
        onFocus={scheduleFetch}
      >
        {children}
      </span>
    </Tooltip>
  );
}
