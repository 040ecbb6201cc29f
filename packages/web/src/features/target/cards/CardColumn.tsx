import { CardBoundary } from '../../../table/CardBoundary.tsx';
import { Card } from '../../../ui/Card.tsx';
import type { TargetCard, TargetCardProps } from './target-card.ts';
import { targetCards } from './target-cards.ts';

/** The cards of one column. One that cannot be drawn says so in its own frame, and the others live (W31). */
export function CardColumn({
  column,
  className,
  ...told
}: TargetCardProps & { column: TargetCard['column']; className: string }) {
  return (
    <div className={className}>
      {targetCards
        .filter((card) => card.column === column && card.isShown(told.state))
        .map(({ title, Body }) => (
          <Card key={title} aria-label={title} className="min-w-0 overflow-hidden empty:hidden">
            <CardBoundary name={`The card "${title}"`}>
              <Body {...told} />
            </CardBoundary>
          </Card>
        ))}
    </div>
  );
}
