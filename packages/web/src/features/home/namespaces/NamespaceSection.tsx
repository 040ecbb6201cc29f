import { memo, type ReactNode, useRef } from 'react';
import { usePrinting } from '../../../browser/use-printing.ts';
import { CardBoundary } from '../../../table/CardBoundary.tsx';
import { useIsNarrow } from '../../../table/use-is-narrow.ts';
import { Card } from '../../../ui/Card.tsx';
import { NamespaceSummary } from './NamespaceSummary.tsx';
import type { NamespaceCounts } from './namespace-groups.ts';
import { sectionHeight } from './section-height.ts';
import { useNearViewport } from './use-near-viewport.ts';

export type NamespaceSectionProps = NamespaceCounts & {
  /** The section's index on the page. */
  index: number;
  renderChatPanel?: RenderChatPanel | undefined;
};

/** Renders the chat helper of a section; undefined if the feature is off. */
export type RenderChatPanel = (namespace: string, index: number) => ReactNode;

/** One namespace of the home page. The heading is always rendered, the content only near the viewport. */
export const NamespaceSection = memo(function NamespaceSection({
  index,
  renderChatPanel,
  ...counts
}: NamespaceSectionProps) {
  const isNarrow = useIsNarrow();
  const container = useRef<HTMLDivElement>(null);
  const nearness = useNearViewport(container, index === 0);
  const { height } = nearness;
  // The rows of a section that was in view before are in memory.
  const isPrinting = usePrinting();
  const isNear = nearness.isNear || (isPrinting && height !== null);
  return (
    <section aria-label={`/ ${counts.namespace} summary`} className="min-w-0">
      <h2 className="mb-2 truncate text-lead font-semibold">
        <span className="font-normal text-ink-3">/ </span>
        <bdi title={counts.namespace}>{counts.namespace}</bdi>
        <span className="font-normal text-ink-3"> summary</span>
      </h2>
      {isPrinting && !isNear ? (
        <p>
          {counts.autonomous + counts.recommendation} targets, {counts.autonomous} of them autonomous. Their table was
          not loaded: scroll to a namespace before you print the page.
        </p>
      ) : null}
      {/* Until the content is rendered, an empty card of about the same height is shown. */}
      <div
        ref={container}
        className={isNear ? undefined : 'rows-ahead rounded-lg border shadow-card print:hidden'}
        style={isNear ? undefined : { height: height ?? sectionHeight(counts, isNarrow) }}
      >
        {isNear ? (
          <div className={renderChatPanel ? 'grid gap-4 xl:grid-cols-[3fr_2fr]' : undefined}>
            <Card className="min-w-0 overflow-hidden">
              <CardBoundary name={`/ ${counts.namespace} summary`}>
                <NamespaceSummary counts={counts} />
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
