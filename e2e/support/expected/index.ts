export { advisedIn, explainedRequests } from './advised.ts';
export {
  type Directions,
  type ExpectedStatus,
  type ExpectedSuggestion,
  expectedCost,
  expectedHourlyWaste,
  expectedKpis,
  expectedStatus,
  type Node,
  standardNode,
} from './figures.ts';
export type { Span } from './integrate.ts';
export { type ExpectedContainer, type ExpectedResource, type ExpectedTarget, expectedTargets } from './targets.ts';
