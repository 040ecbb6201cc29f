import { costExamples } from './openapi-examples/costs.ts';
import type { Example } from './openapi-examples/example.ts';
import { metricExamples } from './openapi-examples/metrics.ts';
import { suggestionExamples } from './openapi-examples/suggestions.ts';
import { systemExamples } from './openapi-examples/system.ts';
import { targetExamples } from './openapi-examples/targets.ts';
import { viewExamples } from './openapi-examples/views.ts';
import type { OperationId } from './operations.ts';

export type { Example };

/** An exchange for every call; a new call does not compile without one. */
const examples: Readonly<Record<OperationId, Example>> = {
  ...targetExamples,
  ...viewExamples,
  ...costExamples,
  ...metricExamples,
  ...suggestionExamples,
  ...systemExamples,
};

const byId: ReadonlyMap<string, Example> = new Map(Object.entries(examples));

/** The example of an operation. */
export const exampleOf = (id: string): Example => byId.get(id) ?? {};
