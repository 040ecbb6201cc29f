import { defaultSort, parseSort, type Sort, sortParameter } from '@trimtab/core';

/** The two kinds of targets that a section's tabs tell apart. */
export type TargetKind = 'autonomous' | 'recommendation';

/** What a person chose in one section; no choice is the default and leaves no trace in the URL. */
export type SectionView = { tab: TargetKind | null; sort: Sort };

export const defaultView: SectionView = { tab: null, sort: defaultSort };

// One parameter per changed section, of characters that URLSearchParams leaves as they are: `ns.payments=rec.-cost`.
// The prefix keeps a namespace called `pod` or `metric` apart from the parameters of those names.
const tabTexts = { autonomous: 'auto', recommendation: 'rec' } as const satisfies Record<TargetKind, string>;

export const viewKey = (namespace: string): string => `ns.${namespace}`;

export function writeSectionView({ tab, sort }: SectionView): string | null {
  const isDefaultSort = sort.field === defaultSort.field && sort.direction === defaultSort.direction;
  // Ascending goes without its plus, which URLSearchParams would write as %2B.
  const sortText = isDefaultSort ? null : sortParameter(sort).replace('+', '');
  const text = [tab && tabTexts[tab], sortText].filter((part) => part !== null).join('.');
  return text === '' ? null : text;
}

/** Anything unreadable is the default: a hand-edited or outdated link still opens the page. */
export function readSectionView(text: string | null): SectionView {
  let { tab, sort } = defaultView;
  for (const part of text?.split('.') ?? []) {
    if (part === tabTexts.autonomous) tab = 'autonomous';
    else if (part === tabTexts.recommendation) tab = 'recommendation';
    else sort = parseSort(part) ?? sort;
  }
  return { tab, sort };
}
