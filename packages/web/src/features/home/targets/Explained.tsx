import { useQueryClient } from '@tanstack/react-query';
import type { TargetListItem } from '@trimtab/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useClient } from '../../../api/client.tsx';
import { nodeSettingsQuery } from '../../../api/node-settings.ts';
import { comparisonQuery } from '../../../api/target-costs.ts';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import type { TargetFigures } from './explain-target.ts';

/** A pointer on its way across the table asks for nothing; less than the tooltip waits, so that it finds an answer. */
const askDelayMs = 120;

type ExplainedProps = {
  target: Pick<TargetListItem, 'namespace' | 'name'>;
  /** What is known without asking, and all there is where the server cannot tell more. */
  plain: string | null | undefined;
  /** Stands in the place of `plain`, unless it is null. */
  explain: (figures: TargetFigures) => string | null;
  className?: string;
  children: ReactNode;
};

/** A figure of a row that says, on hover and on focus, what it was computed from; asked for when somebody looks. */
export function Explained({ target, plain, explain, className, children }: ExplainedProps) {
  const client = useClient();
  const queryClient = useQueryClient();
  const [told, setTold] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const read = async () => {
    try {
      const [comparison, settings] = await Promise.all([
        queryClient.fetchQuery(comparisonQuery(client, target)),
        queryClient.fetchQuery({ ...nodeSettingsQuery(client), meta: { silent: true } }).catch(() => null),
      ]);
      setTold(explain({ comparison, settings }));
    } catch {
      // Another server need not have the call: what is known anyway stays.
    }
  };
  const ask = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void read(), askDelayMs);
  };
  return (
    // Beside its row, so that it covers none of the figures above and below, which are looked at next.
    <Tooltip text={told ?? plain ?? undefined} side="left">
      <span
        // Something to read, not to press: it takes the focus so that the keyboard can read it too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
        tabIndex={0}
        className={className}
        onPointerEnter={ask}
        onPointerLeave={() => clearTimeout(timer.current)}
        onFocus={ask}
      >
        {children}
      </span>
    </Tooltip>
  );
}
