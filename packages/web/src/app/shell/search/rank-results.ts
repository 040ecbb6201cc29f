import type { ListedTarget } from '../../../api/listed-targets.ts';
import type { Command, Result } from './result.ts';

/**
 * The found targets, and the commands that contain the text. Targets with exactly this name come first, then commands with
 * exactly this label, such as a cluster with a short name. Then come targets whose name begins with the text, then commands
 * with a word that begins with it, then the other targets and commands.
 */
export function rankResults(targets: readonly ListedTarget[], commands: readonly Command[], text: string): Result[] {
  const wanted = text.trim().toLowerCase();
  const exact: Result[] = [];
  const first: Result[] = [];
  const others: Result[] = [];
  for (const target of targets) {
    const begins = target.name.slice(0, wanted.length).toLowerCase() === wanted;
    (!begins ? others : target.name.length === wanted.length ? exact : first).push(target);
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
