import { UsageError } from '../failure.ts';

/** The action of a command that a word names. `more` is a sentence about other commands. */
export function actionOf<Action extends string>(
  command: string,
  actions: readonly Action[],
  word: string,
  more = '',
): Action {
  const action = actions.find((name) => name === word);
  if (action !== undefined) return action;
  throw new UsageError(`trimtab ${command} has no action ${word}.`, `The actions are ${actions.join(', ')}.${more}`);
}
