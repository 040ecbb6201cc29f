import type { ListedTarget } from '../../../api/listed-targets.ts';
import type { IconName } from '../../../ui/icons.ts';

/** What the search box finds besides targets: a page, a namespace or an action. */
export type Command = {
  readonly key: string;
  readonly label: string;
  readonly kind: 'Page' | 'Namespace' | 'Action';
  readonly icon: IconName;
  /** Also offered before anything is typed. */
  readonly isOffered: boolean;
  readonly run: () => void;
};

/** One row of the results. */
export type Result = ListedTarget | Command;

export const isCommand = (result: Result): result is Command => 'run' in result;

/**
 * The targets that were found and the commands that contain the text. Targets whose name begins with the text come first,
 * then commands of which a word begins with it, then the other targets and commands.
 */
export function rankResults(targets: readonly ListedTarget[], commands: readonly Command[], text: string): Result[] {
  const wanted = text.trim().toLowerCase();
  const first: Result[] = [];
  const others: Result[] = [];
  for (const target of targets) {
    const begins = target.name.slice(0, wanted.length).toLowerCase() === wanted;
    (begins ? first : others).push(target);
  }
  for (const command of commands) {
    const label = command.label.toLowerCase();
    if (` ${label}`.includes(` ${wanted}`)) first.push(command);
    else if (label.includes(wanted)) others.push(command);
  }
  return first.concat(others);
}

/** What is offered before anything is typed: the targets that were opened last, pages and actions. */
export function offeredResults(
  targets: readonly ListedTarget[],
  recent: readonly string[],
  commands: readonly Command[],
): Result[] {
  const byKey = recent.length === 0 ? null : new Map(targets.map((target) => [target.key, target]));
  return [...recent.flatMap((key) => byKey?.get(key) ?? []), ...commands.filter(({ isOffered }) => isOffered)];
}
