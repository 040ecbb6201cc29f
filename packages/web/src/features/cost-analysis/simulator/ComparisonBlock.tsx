import { formatMoney } from '@trimtab/core';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';

export type ComparisonBlockProps = {
  title: string;
  /** What the two figures are called. */
  words: readonly [string, string];
  current: number;
  next: number;
  /** More of it is good news. */
  isGoodWhenHigher: boolean;
  isLoading: boolean;
};

/** A yearly sum as it is and with the sliders; an arrow and the absolute difference between them. */
export function ComparisonBlock({ title, words, current, next, isGoodWhenHigher, isLoading }: ComparisonBlockProps) {
  const difference = next - current;
  const isGood = difference > 0 === isGoodWhenHigher;
  const colour = difference === 0 ? 'text-ink-3' : isGood ? 'text-savings' : 'text-waste';
  return (
    <Card aria-label={title} aria-busy={isLoading} className="px-4 py-4">
      <h2 className="mb-3 text-lead font-semibold">{title}</h2>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <Sum word={words[0]} dollars={current} isLoading={isLoading} />
        <p className={classNames('flex items-center gap-1 pb-0.5 font-medium tabular-nums', colour)}>
          {difference === 0 ? (
            <span aria-hidden="true">→</span>
          ) : (
            <Icon
              name={difference > 0 ? 'arrowUp' : 'arrowDown'}
              label={difference > 0 ? 'More by' : 'Less by'}
              size={14}
            />
          )}
          {formatMoney(Math.abs(difference))}
        </p>
        <Sum word={words[1]} dollars={next} isLoading={isLoading} />
      </div>
    </Card>
  );
}

function Sum({ word, dollars, isLoading }: { word: string; dollars: number; isLoading: boolean }) {
  return (
    <div>
      <p className="text-small text-ink-3">{word}</p>
      <p className="text-title font-semibold tabular-nums">
        {isLoading ? <Skeleton className="my-1 h-4 w-28" /> : formatMoney(dollars)}
      </p>
    </div>
  );
}
