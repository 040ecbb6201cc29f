import type { Suggestion } from '@trimtab/core';
import type { ComponentType } from 'react';
import type { Explain } from '../advice/use-explanation.ts';
import type { TargetId } from '../queries.ts';
import type { DrawerName } from '../use-drawer.tsx';
import type { TargetState } from '../use-target.ts';

/** What every card of the page is told. */
export type TargetCardProps = {
  id: TargetId;
  state: TargetState;
  /** undefined while loading, null when there is none. */
  suggestion: Suggestion | null | undefined;
  /** The suggestions could not be loaded. */
  failed: boolean;
  /** Where the figures come from. */
  explain: Explain;
  open: (drawer: DrawerName) => void;
};

/** One card of the page. */
export type TargetCard = {
  /** The name of its region. */
  title: string;
  /** What is advised stands beside what is used; on a narrow screen it comes first. */
  column: 'advice' | 'usage';
  isShown: (state: TargetState) => boolean;
  /** What stands on the card, its `CardHeader` included; a card of nothing is left out. */
  Body: ComponentType<TargetCardProps>;
};
