import type { NodeSettings } from '@trimtab/core';
import { useMemo } from 'react';
import { CostTable } from '../CostTable.tsx';
import type { CostTarget } from '../cost-target.ts';
import type { CostState } from '../use-cost-targets.ts';
import { autonomousColumns } from './autonomous-columns.tsx';
import { recommendationColumns } from './recommendation-columns.tsx';

const note = 'Dollars a month (720 hours), from averages of the last 24 h';
const keyOf = ({ key }: CostTarget) => key;
// The table fits into 720 px, a wide screen at 200 % zoom.
const tableProps = { rowKey: keyOf, rowHeight: 44, minWidth: '42.5rem', cards: 172, note } as const;

export type ModeTablesProps = { targets: readonly CostTarget[] | null; state: CostState; settings: NodeSettings };

/** The targets in recommendation mode and those in autonomous mode. */
export function ModeTables({ targets, state, settings }: ModeTablesProps) {
  const recommended = useMemo(() => targets?.filter(({ mode }) => mode === 'Recommendation') ?? null, [targets]);
  const autonomous = useMemo(() => targets?.filter(({ mode }) => mode === 'Autonomous') ?? null, [targets]);
  const columns = useMemo(
    () => ({ recommended: recommendationColumns(settings), autonomous: autonomousColumns(settings) }),
    [settings],
  );
  return (
    <>
      <CostTable
        {...tableProps}
        title="Recommendation Mode"
        name="costs-recommendation-mode"
        state={state}
        param="rec"
        columns={columns.recommended}
        rows={recommended}
        empty={{
          title: 'No targets in recommendation mode',
          detail: 'Targets in recommendation mode appear here with their cost before and after the suggestion.',
        }}
      />
      <CostTable
        {...tableProps}
        title="Autonomous Mode"
        name="costs-autonomous-mode"
        state={state}
        param="auto"
        columns={columns.autonomous}
        rows={autonomous}
        empty={{
          title: 'No targets in autonomous mode',
          detail: 'Targets in autonomous mode appear here with their savings. The mode is set in the AI scale target.',
        }}
      />
    </>
  );
}
