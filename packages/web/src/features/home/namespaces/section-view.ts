import { defaultSort, parseSort, type Sort, sortParameter } from '@trimtab/core';

/** The kinds of targets, one per tab. */
export type TargetKind = 'autonomous' | 'recommendation';

/** The tab and order that the user chose in a section. The default is not written to the URL. */
export type SectionView = { tab: TargetKind | null; sort: Sort };

export const defaultView: SectionView = { tab: null, sort: defaultSort };

// One parameter per changed section, in characters that URLSearchParams does not encode: `ns.payments=rec.-cost`.
// The prefix avoids conflicts between a namespace called `pod` or `metric` and the parameters of those names.
const tabTexts = { autonomous: 'auto', recommendation: 'rec' } as const satisfies Record<TargetKind, string>;

export const viewKey = (namespace: string): string => `ns.${namespace}`;

export function writeSectionView({ tab, sort }: SectionView): string | null {
  const isDefaultSort = sort.field === defaultSort.field && sort.direction === defaultSort.direction;
  // The plus of an ascending sort is omitted, because URLSearchParams would encode it as %2B.
  const sortText = isDefaultSort ? null : sortParameter(sort).replace('+', '');
  const text = [tab && tabTexts[tab], sortText].filter((part) => part !== null).join('.');
  return text === '' ? null : text;
}

/** Parses the parameter. Unknown parts fall back to the default, so that an outdated link still opens the page. */
export function readSectionView(text: string | null): SectionView {
  let { tab, sort } = defaultView;
  for (const part of text?.split('.') ?? []) {
    if (part === tabTexts.autonomous) tab = 'autonomous';
    else if (part === tabTexts.recommendation) tab = 'recommendation';
    else sort = parseSort(part) ?? sort;
  }
  return { tab, sort };
}
