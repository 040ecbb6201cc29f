import { problemOf, type SettingKey } from '../../config/setting-keys.ts';
import { exitCode } from '../../exit-code.ts';
import { UsageError } from '../../failure.ts';
import { actionOf } from '../action.ts';
import { defineCommand } from '../define.ts';
import { namespaceOption, signInOptions } from '../options.ts';

/** The options that `add` stores, and their settings. */
const storedOptions = [
  ['namespace', 'namespace'],
  ['issuer', 'issuer'],
  ['clientId', 'client-id'],
  ['audience', 'audience'],
] as const;

const contextActions = ['list', 'current', 'use', 'add', 'rename', 'remove'] as const;

export const contextRun = defineCommand<{ namespace?: string; issuer?: string; clientId?: string; audience?: string }>({
  name: 'context',
  summary: 'switch between APIs',
  description:
    'A context is a name for an API and its settings. list (the default) shows all contexts, current prints the name of ' +
    'the one in use, use makes one the default of every command, add creates one from the given flags, rename and ' +
    'remove change the list.',
  arguments: [
    { name: '[action]', description: 'list, current, use, add, rename or remove', choices: contextActions },
    { name: '[name]', description: 'the name of the context', choices: 'contexts' },
    { name: '[new-name]', description: 'for rename' },
  ],
  options: [namespaceOption('the namespace to store with add'), ...signInOptions()],
  examples: {
    'trimtab context add prod --api https://trimtab.example.com': 'a name for an API',
    'trimtab context use prod': 'every command uses this API from now on',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.denied],
  run: async (context, options, [action = 'list', name, newName], fromFlag) => {
    const known = actionOf('context', contextActions, action);
    if (known === 'list') {
      const { listContexts } = await import('./list.ts');
      return listContexts(context);
    }
    if (known === 'current') {
      const { printCurrent } = await import('./list.ts');
      return printCurrent(context);
    }
    if (name === undefined) {
      throw new UsageError(`trimtab context ${known} needs a name.`, `Add it: trimtab context ${known} NAME`);
    }
    const { addContext, removeContext, renameContext, useContext } = await import('./edit.ts');
    if (known === 'use') return useContext(context, name);
    if (known === 'remove') return removeContext(context, name);
    if (known === 'rename') {
      if (newName !== undefined) return renameContext(context, name, newName);
      throw new UsageError(
        'trimtab context rename needs two names.',
        `Add the new name: trimtab context rename ${name} NEW`,
      );
    }
    const settings = new Map<SettingKey, string>();
    for (const [key, setting] of storedOptions) {
      const value = options[key];
      // Stores only typed options, because values from a variable or another context do not belong to this context.
      if (value === undefined || !fromFlag(key)) continue;
      const problem = problemOf(setting, value);
      if (problem !== null) throw new UsageError(problem);
      settings.set(setting, value);
    }
    return addContext(context, name, settings);
  },
});
