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
/** The declaration behind an id, with the types of its parameters and its answer. */
export type OperationOf<Id extends OperationId> = Declarations[Id];

/** Every call of the API (console.md section 7, contract.md), each declared once. */
export const operations: readonly Operation[] = all;

const byId: ReadonlyMap<string, Declared> = new Map(all.map((declared) => [declared.id, declared]));

/** One call by its id. */
export function operationOf<Id extends OperationId>(id: Id): OperationOf<Id> {
  const found = byId.get(id);
  if (found === undefined) throw new TypeError(`No operation ${id}`);
  // The key of the map is the id of what it holds; the compiler cannot follow that through a generic id.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return found as OperationOf<Id>;
}
