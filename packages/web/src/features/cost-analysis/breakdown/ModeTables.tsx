import type { NodeSettings } from '@trimtab/core';
import { useMemo } from 'react';
import { CostTable } from '../CostTable.tsx';
import type { CostTarget } from '../cost-target.ts';
import { autonomousColumns } from './autonomous-columns.tsx';
import { recommendationColumns } from './recommendation-columns.tsx';

const keyOf = ({ key }: CostTarget) => key;
// Whole at 720 px, which is a wide screen at 200 % zoom; on a phone, where it scrolls anyway, names have more room.
const look = { rowKey: keyOf, rowHeight: 44, minWidth: 'max(42.5rem, 50rem - 16vw)' } as const;

export type ModeTablesProps = { targets: readonly CostTarget[] | null; settings: NodeSettings };

/** The targets that are only advised, and those that run themselves. */
export function ModeTables({ targets, settings }: ModeTablesProps) {
  const recommended = useMemo(() => targets?.filter(({ mode }) => mode === 'Recommendation') ?? null, [targets]);
  const autonomous = useMemo(() => targets?.filter(({ mode }) => mode === 'Autonomous') ?? null, [targets]);
  const columns = useMemo(
    () => ({ recommended: recommendationColumns(settings), autonomous: autonomousColumns(settings) }),
    [settings],
  );
  return (
    <>
      <CostTable
        {...look}
        title="Recommendation Mode"
        name="costs-recommendation-mode"
        param="rec"
        columns={columns.recommended}
        rows={recommended}
        empty={{
          title: 'No targets in recommendation mode',
          detail: 'A target that is only advised stands here with what it would cost as advised.',
        }}
      />
      <CostTable
        {...look}
        title="Autonomous Mode"
        name="costs-autonomous-mode"
        param="auto"
        columns={columns.autonomous}
        rows={autonomous}
        empty={{
          title: 'No targets in autonomous mode',
          detail:
            'A target that runs by itself stands here with what it saves. Its mode is set in its AI scale target.',
        }}
      />
    </>
  );
}
