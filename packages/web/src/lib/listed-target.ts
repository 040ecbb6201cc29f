import { type AstSpecView, deriveMode } from '@trimtab/core';

/** A target as the sidebar and the search show it. */
export type ListedTarget = {
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly autonomous: boolean;
};

/** The targets that the list call named, as the shell shows them. */
export function listTargets(items: readonly AstSpecView[]): ListedTarget[] {
  return items.map(({ namespace, name, spec }) => ({
    key: `${namespace}/${name}`,
    namespace,
    name,
    autonomous: deriveMode(spec) === 'Autonomous',
  }));
}
