/** Why twelve months have fewer hours than a year in the lists and the key figures. */
const hoursNote =
  'A month has 720 hours, so twelve months have 8,640. Lists and key figures use a year of 8,760 hours.';

/** Why sums of the simulator differ from those of the cost breakdown and of the home page. */
export const simulatorNote = `${hoursNote} Here all suggestions of a target count together; key figures take the larger gap of vertical and horizontal scaling. A slider that was moved caps utilization at 100%.`;

/** Explains how a sum over all targets is computed. */
export function sumHint(of: 'savings' | 'waste', period: 'month' | 'year'): string {
  const hours = period === 'month' ? `720 hours. ${hoursNote}` : '24 × 365 hours, with the current requests.';
  return of === 'savings'
    ? `Autonomous targets: previous cost less current cost, × ${hours}`
    : `Recommendation targets: current cost less suggested cost, the larger gap of vertical and horizontal scaling, × ${hours}`;
}
