import { missingMark } from '@trimtab/core';
import { classNames } from '../../ui/class-names.ts';
import { focusable } from '../../ui/focusable.ts';
import { Tooltip } from '../../ui/Tooltip.tsx';

export type Side = { text: string; tooltip?: string | null };
export type BeforeAfterProps = {
  before: Side;
  after: Side;
  /** Names of the two values for screen readers. */
  words: readonly [string, string];
};

/** The current and the new value with an arrow between them. */
export function BeforeAfter({ before, after, words: [beforeWord, afterWord] }: BeforeAfterProps) {
  return (
    <span className="whitespace-nowrap">
      <Figure {...before} word={beforeWord} className="text-ink-3" />
      <span aria-hidden="true" className="mx-1.5 text-ink-3">
        →
      </span>
      <Figure {...after} word={afterWord} className="font-medium" />
    </span>
  );
}

function Figure({ text, tooltip, word, className }: Side & { word: string; className: string }) {
  return (
    <Tooltip text={tooltip}>
      <span
        {...(tooltip ? focusable : {})}
        className={classNames('rounded-sm', text === missingMark ? 'text-ink-3' : className)}
      >
        {/* A clipped or positioned box would take a tenth of the work of scrolling through a long list. */}
        <span className="text-[0px] leading-0">{word} </span>
        {text}
      </span>
    </Tooltip>
  );
}
