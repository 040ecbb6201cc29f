import type { Suggestion } from '@trimtab/core';
import type { ComponentType } from 'react';
import type { SuggestionExplanation } from '../advice/use-explanation.ts';
import type { TargetId } from '../queries.ts';
import type { DrawerName } from '../use-drawer.tsx';
import type { TargetPageState } from '../use-target.ts';

export type TargetCardProps = {
  id: TargetId;
  state: TargetPageState;
  /** undefined while loading, null if there is none. */
  suggestion: Suggestion | null | undefined;
  /** The suggestions could not be loaded. */
  failed: boolean;
  explain: SuggestionExplanation;
  /** `chosen`: a request for the patch instead of the suggested one, as `printChosen` writes it. */
  open: (drawer: DrawerName, chosen?: string) => void;
};

/** One card of the page. */
export type TargetCard = {
  /** The accessible name of the card. */
  title: string;
  /** The column of the card. The columns are side by side; on a narrow screen the `advice` column comes first. */
  column: 'advice' | 'usage';
  isShown: (state: TargetPageState) => boolean;
  /** The content of the card, including its `CardHeader`. A card that renders nothing is hidden. */
  Body: ComponentType<TargetCardProps>;
};
