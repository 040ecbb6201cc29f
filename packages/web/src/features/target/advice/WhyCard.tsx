import { Button } from '../../../ui/Button.tsx';
import { focusable } from '../../../ui/focusable.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { CardHeader } from '../cards/CardHeader.tsx';
import type { TargetCardProps } from '../cards/target-card.ts';
import { whySentences } from './why-sentences.ts';

/** The reason for a suggestion, with buttons to see how it was computed and to export it. */
export function WhyCard({ state: { direction, missingText }, suggestion, failed, explain, open }: TargetCardProps) {
  const isWaiting = suggestion === undefined && !failed;
  if (!suggestion && direction === 'none')
    return (
      <>
        <CardHeader title="Why" />
        <p className="px-4 py-5 text-ink-2">
          This target scales neither its replicas nor its requests, so there are no suggestions for it.
        </p>
      </>
    );
  if (!suggestion && !isWaiting) return null;
  return (
    <>
      <CardHeader title="Why" />
      <div className="flex flex-col gap-1 px-4 py-3">
        {suggestion ? (
          // A cut text fades out, so that it does not look complete.
          <div className="relative after:pointer-events-none after:absolute after:inset-x-0 after:bottom-0 after:h-5 after:bg-linear-to-t after:from-surface after:to-transparent">
            <div {...focusable} className="flex max-h-96 flex-col gap-2 overflow-y-auto pb-4 text-ink-2 xl:max-h-128">
              {whySentences(suggestion.why || 'The server gave no reason for this suggestion.').map((sentence) => (
                <p key={sentence} className="break-words">
                  {sentence}
                </p>
              ))}
            </div>
          </div>
        ) : (
          <Skeleton className="mb-2 h-64" />
        )}
        <div className="flex flex-wrap gap-2">
          {missingText === null ? (
            <Button disabled={isWaiting} onClick={() => open('take')}>
              <Icon name="download" size={14} />
              Export as patch
            </Button>
          ) : null}
          {/*
           * The last element, because it appears later than the export button, which must not move under the pointer.
           */}
          {explain.hasMore ? <Button onClick={() => open('explain')}>How it was computed</Button> : null}
        </div>
      </div>
    </>
  );
}
