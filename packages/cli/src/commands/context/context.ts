import { exitCode } from '../../exit-code.ts';
import { UsageError } from '../../failure.ts';
import { defineCommand } from '../define.ts';
import { audienceOption, clientIdOption, issuerOption, namespaceOption } from '../options.ts';

export type ContextOptions = Record<string, unknown> & {
  namespace?: string;
  issuer?: string;
  clientId?: string;
  audience?: string;
};

const contextActions = ['list', 'use', 'add', 'remove'] as const;

export const contextRun = defineCommand<ContextOptions>({
  name: 'context',
  summary: 'switch between APIs',
  description:
    'A context is a name for an API and the settings that go with it. list (what is meant without a word) shows them, ' +
    'use makes one the default of every command, add makes one of the given flags, remove forgets one.',
  arguments: [
    { name: '[action]', description: 'list, use, add or remove', choices: contextActions },
    { name: '[name]', description: 'the name of the context' },
  ],
  options: [namespaceOption('the namespace that add puts into it'), issuerOption(), clientIdOption(), audienceOption()],
  examples: [
    { line: 'trimtab context add prod --api https://trimtab.example.com', does: 'a name for an API' },
    { line: 'trimtab context use prod', does: 'every command talks to it from now on' },
  ],
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.denied],
  run: async (context, options, [action = 'list', name], fromFlag) => {
    const known = contextActions.find((each) => each === action);
    if (known === undefined)
      throw new UsageError(`There is no trimtab context ${action}.`, `It is ${contextActions.join(', ')}.`);
    const { addContext, listContexts, removeContext, useContext } = await import('./list.ts');
    if (known === 'list') return listContexts(context);
    if (name === undefined) throw new UsageError('Which context?', `Name it: trimtab context ${known} NAME`);
    if (known === 'use') return useContext(context, name);
    if (known === 'remove') return removeContext(context, name);
    // Only what was typed: what another context or a variable says is not this one's.
    const typed = new Map(
      (['namespace', 'issuer', 'clientId', 'audience'] as const).flatMap((key) =>
        options[key] !== undefined && fromFlag(key) ? [[key, options[key]] as const] : [],
      ),
    );
    return addContext(context, name, typed);
  },
});
