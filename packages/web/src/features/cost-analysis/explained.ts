/** For a text or an icon with a tooltip: the keyboard must reach it too. */
export const explained = { tabIndex: 0 } as const;

/** Where a sum over all targets comes from, and by which hours their dollars an hour are multiplied. */
export function sumHint(of: 'savings' | 'waste', hours: string): string {
  return of === 'savings'
    ? `Autonomous targets: cost before less cost now, × ${hours}.`
    : `Recommendation targets: the larger gap between what is requested and what is suggested, × ${hours}.`;
}
