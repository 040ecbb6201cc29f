/** Explains how a sum over all targets is computed. */
export function sumHint(of: 'savings' | 'waste', hours: string): string {
  return of === 'savings'
    ? `Autonomous targets: previous cost less current cost, × ${hours}.`
    : `Recommendation targets: current cost less suggested cost, the larger gap of vertical and horizontal scaling, × ${hours}.`;
}
