import type { OperationId } from '../../operations/index.ts';
import { costExamples } from './costs.ts';
import type { Example } from './example.ts';
import { metricExamples } from './metrics.ts';
import { suggestionExamples } from './suggestions.ts';
import { systemExamples } from './system.ts';
import { targetExamples } from './targets.ts';
import { viewExamples } from './views.ts';

export type { Example };

/** An example for every call. A new call without one is a type error. */
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
