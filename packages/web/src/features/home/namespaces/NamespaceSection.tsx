import { memo, type ReactNode, useRef } from 'react';
import { CardBoundary } from '../../../table/CardBoundary.tsx';
import { Card } from '../../../ui/Card.tsx';
import { NamespaceSummary } from './NamespaceSummary.tsx';
import type { NamespaceCounts } from './namespace-groups.ts';
import { sectionHeight } from './section-height.ts';
import { useNearViewport } from './use-near-viewport.ts';

export type NamespaceSectionProps = NamespaceCounts & {
  /** The section's place on the page. */
  index: number;
  /** Its content waits, wherever it stands. */
  isDeferred: boolean;
  /** Called once its first rows are there. */
  onFirstRows: (() => void) | undefined;
  renderChatPanel?: RenderChatPanel | undefined;
};

/** Draws the chat helper of a section, which takes two fifths of the width; absent where the feature is off. */
export type RenderChatPanel = (namespace: string, index: number) => ReactNode;

// As many as a screen shows: they need no measuring to know that they are in sight.
export const sectionsAtOnce = 2;

/** One namespace of the home page. Its content is fetched and drawn only near the screen; its heading is always there. */
export const NamespaceSection = memo(function NamespaceSection({
  index,
  isDeferred,
  onFirstRows,
  renderChatPanel,
  ...counts
}: NamespaceSectionProps) {
  const place = useRef<HTMLDivElement>(null);
  const { isNear, height } = useNearViewport(place, { isFirst: index < sectionsAtOnce, isDeferred });
  return (
    <section aria-label={`/ ${counts.namespace} summary`} className="min-w-0">
      <h2 className="mb-2 truncate text-lead font-semibold">
        <span className="font-normal text-ink-3">/ </span>
        <bdi title={counts.namespace}>{counts.namespace}</bdi>
        <span className="font-normal text-ink-3"> summary</span>
      </h2>
      {/* What waits keeps its place as the card that it will be: a heading over nothing would look like a fault. */}
      <div
        ref={place}
        className={isNear ? undefined : 'rows-ahead rounded-lg border shadow-card'}
        style={isNear ? undefined : { height: height ?? sectionHeight(counts) }}
      >
        {isNear ? (
          <div className={renderChatPanel ? 'grid gap-4 xl:grid-cols-[3fr_2fr]' : undefined}>
            <Card className="min-w-0 overflow-hidden">
              <CardBoundary name={`/ ${counts.namespace} summary`}>
                <NamespaceSummary counts={counts} onFirstRows={onFirstRows} />
              </CardBoundary>
            </Card>
            {renderChatPanel ? (
              <CardBoundary name="The chat helper">{renderChatPanel(counts.namespace, index)}</CardBoundary>
            ) : null}
          </div>
        ) : null}
      </div>
    </section>
  );
});
