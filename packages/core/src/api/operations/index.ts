import { costOperations } from './costs.ts';
import { extensionOperations } from './extensions.ts';
import { metricOperations } from './metrics.ts';
import type { Operation } from './operation.ts';
import { suggestionOperations } from './suggestions.ts';
import { systemOperations } from './system.ts';
import { targetOperations } from './targets.ts';
import { viewOperations } from './views.ts';

const all = [
  ...targetOperations,
  ...viewOperations,
  ...costOperations,
  ...metricOperations,
  ...suggestionOperations,
  ...systemOperations,
  ...extensionOperations,
] as const;

type Declared = (typeof all)[number];
export type OperationId = Declared['id'];
type Declarations = { [D in Declared as D['id']]: D };
/** The declaration of an operation, with the types of its parameters and response. */
export type OperationOf<Id extends OperationId> = Declarations[Id];

/** All calls of the API. */
export const operations: readonly Operation[] = all;

const byId: ReadonlyMap<string, Declared> = new Map(all.map((declared) => [declared.id, declared]));

/** The declaration of the operation with this id. */
export function operationOf<Id extends OperationId>(id: Id): OperationOf<Id> {
  const found = byId.get(id);
  if (found === undefined) throw new TypeError(`No operation ${id}`);
  // The map is keyed by operation id, but the compiler cannot check that for a generic id.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return found as OperationOf<Id>;
}
