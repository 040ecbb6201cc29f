import { memo } from 'react';
import { CardBoundary } from '../../../table/CardBoundary.tsx';
import { Card } from '../../../ui/Card.tsx';
import type { TargetCard, TargetCardProps } from './target-card.ts';
import { targetCards } from './target-cards.ts';

/**
 * The cards of one column. A card that fails to render shows an error, and the other cards keep working. Memoized, because the
 * page renders again for each answer and for each change of its address.
 */
export const CardColumn = memo(function CardColumn({
  column,
  className,
  ...cardProps
}: TargetCardProps & { column: TargetCard['column']; className: string }) {
  return (
    <div className={className}>
      {targetCards
        .filter((card) => card.column === column && card.isShown(cardProps.state))
        .map(({ title, Body }) => (
          <Card key={title} aria-label={title} className="min-w-0 overflow-hidden empty:hidden">
            <CardBoundary name={`The card "${title}"`}>
              <Body {...cardProps} />
            </CardBoundary>
          </Card>
        ))}
    </div>
  );
});
