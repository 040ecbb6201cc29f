import { formatMoney } from '@trimtab/core';
import { Badge } from '../../../ui/Badge.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { explained } from '../explained.ts';

export type ComparisonBlockProps = {
  title: string;
  /** What they are sums of. */
  hint: string;
  /** What the two figures are called. */
  words: readonly [string, string];
  /** Dollars a year; null when they are not known. */
  current: number | null;
  next: number | null;
  /** More of it is good news. */
  isGoodWhenHigher: boolean;
  isLoading: boolean;
};

/** A yearly sum as it is and with the sliders; an arrow and the absolute difference between them. */
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
  // Sums of many rows differ by less than a cent when nothing does.
  const isSame = Math.abs(difference ?? 0) < 0.005;
  const isMore = (difference ?? 0) > 0;
  const tone = isSame ? 'neutral' : isMore === isGoodWhenHigher ? 'savings' : 'waste';
  return (
    <Card aria-label={title} aria-busy={isLoading} className="px-4 py-4">
      <header className="mb-3 flex items-start justify-between gap-4">
        <h2 className="text-lead font-semibold">
          <Tooltip text={hint}>
            <span {...explained} className="rounded-sm">
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
