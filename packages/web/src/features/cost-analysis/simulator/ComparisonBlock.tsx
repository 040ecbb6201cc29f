import { formatMoney } from '@trimtab/core';
import { Badge } from '../../../ui/Badge.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { focusable } from '../../../ui/focusable.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';

export type ComparisonBlockProps = {
  title: string;
  /** Explains how the sums are computed. */
  hint: string;
  /** The labels of the two sums. */
  words: readonly [string, string];
  /** Dollars per year; null if unknown. */
  current: number | null;
  next: number | null;
  /** Whether a higher sum is an improvement. */
  isGoodWhenHigher: boolean;
  isLoading: boolean;
};

/** A yearly sum without and with the sliders, and the difference between them. */
export function ComparisonBlock({
  title,
  hint,
  words,
  current,
  next,
  isGoodWhenHigher,
  isLoading,
}: ComparisonBlockProps) {
  const difference = next === null || current === null ? null : next - current;
  // Ignore rounding errors: equal sums of many rows may differ by less than a cent.
  const isSame = Math.abs(difference ?? 0) < 0.005;
  const isMore = (difference ?? 0) > 0;
  const tone = isSame ? 'neutral' : isMore === isGoodWhenHigher ? 'savings' : 'waste';
  return (
    <Card aria-label={title} aria-busy={isLoading} className="px-4 py-4">
      <header className="mb-3 flex items-start justify-between gap-4">
        <h2 className="text-lead font-semibold">
          <Tooltip text={hint}>
            <span {...focusable} className="rounded-sm">
              {title}
            </span>
          </Tooltip>
        </h2>
        <Badge tone={tone} className={classNames('mt-0.5 shrink-0 tabular-nums', isLoading && 'invisible')}>
          {isSame ? (
            <span aria-hidden="true">→</span>
          ) : (
            <Icon name={isMore ? 'arrowUp' : 'arrowDown'} label={isMore ? 'More by' : 'Less by'} size={14} />
          )}
          {formatMoney(difference === null ? null : Math.abs(difference))}
        </Badge>
      </header>
      <dl className="grid grid-cols-2 gap-x-4">
        <Sum word={words[0]} dollars={current} isLoading={isLoading} />
        <Sum word={words[1]} dollars={next} isLoading={isLoading} />
      </dl>
    </Card>
  );
}

function Sum({ word, dollars, isLoading }: { word: string; dollars: number | null; isLoading: boolean }) {
  return (
    <div>
      <dt className="text-small text-ink-3">{word}</dt>
      <dd className="text-title font-semibold tabular-nums">
        {isLoading ? <Skeleton className="my-1 h-4 w-20" /> : formatMoney(dollars)}
      </dd>
    </div>
  );
}
