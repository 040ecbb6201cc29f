export { advisedIn, explainedRequests } from './advised.ts';
export {
  expectedHourlyWaste,
  expectedKpis,
  expectedStatus,
} from './figures.ts';
export { type ExpectedTarget, expectedTargets } from './targets.ts';
