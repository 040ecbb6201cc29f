import type { ListedTarget } from '../../../api/listed-targets.ts';
import type { IconName } from '../../../ui/icons.ts';

/** A result other than a target: a page, a namespace or an action. */
export type Command = {
  readonly key: string;
  readonly label: string;
  readonly kind: 'Page' | 'Cluster' | 'Namespace' | 'Action';
  readonly icon: IconName;
  /** Whether it is also offered before the user types anything. */
  readonly isOffered: boolean;
  readonly run: () => void;
};

/** One row of the results. */
export type Result = ListedTarget | Command;

/** The results, and how many targets match; null if nothing is typed. */
export type Found = { readonly results: readonly Result[]; readonly targetCount: number | null };

export const isCommand = (result: Result): result is Command => 'run' in result;
