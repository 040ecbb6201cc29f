import { finiteOrNull, formatCount, formatDateSuggestion, type Suggestion, withinTolerance } from '@trimtab/core';
import type { ReactNode } from 'react';
import { useNow } from '../../../browser/use-now.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { CardHeader } from '../cards/CardHeader.tsx';
import type { TargetCardProps } from '../cards/target-card.ts';
import { ExplainedFigure } from '../ExplainedFigure.tsx';
import { SuggestionState } from './SuggestionState.tsx';

/** The height in pixels of the three counts and the line below them. */
const replicasHeight = 113;

/** The suggested number of pods. */
export function ReplicaCard({ id, state: { workload, problem }, suggestion, failed, explain }: TargetCardProps) {
  const suggested = finiteOrNull(suggestion?.suggestedReplicas);
  return (
    <>
      <CardHeader title="Replica Suggestion">
        <span className="flex items-center gap-2 text-small text-ink-3">
          {suggestion ? <SuggestedAt created={suggestion.created} /> : null}
          <Badge tone="accent">Balanced</Badge>
        </span>
      </CardHeader>
      {suggestion && suggested !== null ? (
        <Replicas
          suggestion={suggestion}
          suggested={suggested}
          explanation={explain.replicas(suggestion)}
          current={finiteOrNull(suggestion.currentReplicas) ?? finiteOrNull(workload?.current_replicas)}
        />
      ) : (
        <SuggestionState
          id={id}
          suggestion={suggestion}
          failed={failed}
          isWorkloadMissing={workload === null}
          reason={suggestion ? 'The suggestion contains no number of replicas.' : problem}
          height={replicasHeight}
        />
      )}
    </>
  );
}

function SuggestedAt({ created }: { created: string | null }) {
  const now = useNow(60_000);
  return <time {...(created === null ? {} : { dateTime: created })}>{formatDateSuggestion(created, now)}</time>;
}

function Replicas({
  suggestion,
  suggested,
  current,
  explanation,
}: {
  suggestion: Suggestion;
  suggested: number;
  explanation: string;
  current: number | null;
}) {
  // Without a current count there is nothing to judge.
  const isOk = current === null ? null : withinTolerance(current, suggested);
  const difference = current === null ? null : suggested - current;
  return (
    <>
      <dl className="grid grid-cols-3">
        <Count term="Current" className={classNames(isOk === true && 'text-savings', isOk === false && 'text-danger')}>
          {formatCount(current)}
          {isOk === null ? null : (
            <span className="sr-only">{isOk ? ', matches the suggestion' : ', differs from the suggestion'}</span>
          )}
        </Count>
        <Count term="Min">{formatCount(suggestion.minReplicas)}</Count>
        <Count term="Max">{formatCount(suggestion.maxReplicas)}</Count>
      </dl>
      <p className="flex items-center gap-2 border-t px-4 py-2 text-ink-2">
        {difference === null || difference === 0 ? (
          <>
            {difference === null ? null : <Icon name="check" className="text-savings" />}
            <Suggested count={suggested} explanation={explanation} />
          </>
        ) : (
          <>
            <span className="inline-flex items-center gap-1 font-medium text-ink">
              <Icon
                name={difference > 0 ? 'arrowUp' : 'arrowDown'}
                label={difference > 0 ? 'More:' : 'Fewer:'}
                size={14}
              />
              {podCount(Math.abs(difference))}
            </span>
            <span className="text-ink-3">
              to the <Suggested count={suggested} explanation={explanation} />
            </span>
          </>
        )}
      </p>
    </>
  );
}

function Suggested({ count, explanation }: { count: number; explanation: string }) {
  return (
    <ExplainedFigure text={explanation} side="bottom">
      {formatCount(count)} suggested
    </ExplainedFigure>
  );
}

const podCount = (pods: number) => `${formatCount(pods)} ${pods === 1 ? 'pod' : 'pods'}`;

function Count({ term, className, children }: { term: string; className?: string; children: ReactNode }) {
  return (
    <div className="px-4 py-3 not-last:border-r">
      <dt className="text-small text-ink-3">{term}</dt>
      <dd className={classNames('text-display font-semibold', className)}>{children}</dd>
    </div>
  );
}
