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

export const isCommand = (result: Result): result is Command => 'run' in result;

/**
 * The found targets, and the commands that contain the text. A command with exactly this label comes first, such as a
 * cluster with a short name. Then come targets whose name begins with the text, then commands with a word that begins with it, then the other targets and commands.
 */
export function rankResults(targets: readonly ListedTarget[], commands: readonly Command[], text: string): Result[] {
  const wanted = text.trim().toLowerCase();
  const exact: Result[] = [];
  const first: Result[] = [];
  const others: Result[] = [];
  for (const target of targets) {
    const begins = target.name.slice(0, wanted.length).toLowerCase() === wanted;
    (begins ? first : others).push(target);
  }
  for (const command of commands) {
    const label = command.label.toLowerCase();
    if (label === wanted) exact.push(command);
    else if (` ${label}`.includes(` ${wanted}`)) first.push(command);
    else if (label.includes(wanted)) others.push(command);
  }
  return exact.concat(first, others);
}

/** The results before the user types anything: the most recently opened targets, pages and actions. */
export function offeredResults(
  targets: readonly ListedTarget[],
  recent: readonly string[],
  commands: readonly Command[],
): Result[] {
  const byKey = recent.length === 0 ? null : new Map(targets.map((target) => [target.key, target]));
  return [...recent.flatMap((key) => byKey?.get(key) ?? []), ...commands.filter(({ isOffered }) => isOffered)];
}
