import { type ContextFile, requireContext, type Settings } from '../../config/setting-keys.ts';
import type { Context } from '../../context.ts';
import { UsageError } from '../../failure.ts';
import { writeLines } from '../../output/present.ts';
import { changeContexts } from '../../services/settings-change.ts';

/** A sentence about a variable that has another value than the context that every command would use; empty without one. */
function overrideText({ environment }: Context, name: string, api: string | undefined): string {
  const values = [
    ['TRIMTAB_CONTEXT', name],
    ['TRIMTAB_API', api],
  ] as const;
  const other = values.find(([variable, value]) => ![undefined, '', value].includes(environment[variable]));
  return other === undefined ? '' : ` ${other[0]}=${environment[other[0]]} overrides this while it is set.`;
}

export async function useContext(context: Context, name: string): Promise<void> {
  let api: string | undefined;
  await changeContexts(context, (file) => {
    api = requireContext(file, name).get('api');
    return { ...file, current: name };
  });
  const address = api === undefined ? '' : `: ${api}`;
  await writeLines(context, [
    `Every command now uses the context ${name}${address}.${overrideText(context, name, api)}`,
  ]);
}

export async function removeContext(context: Context, name: string): Promise<void> {
  await changeContexts(context, (file) => {
    requireContext(file, name);
    const contexts = new Map([...file.contexts].filter(([each]) => each !== name));
    return { current: file.current === name ? null : file.current, contexts };
  });
  await writeLines(context, [`The context ${name} was removed. Its sign-in was kept; trimtab logout ends it.`]);
}

function checkName(name: string): void {
  if (/^[\w][\w.@-]{0,62}$/.test(name)) return;
  throw new UsageError(`"${name}" cannot be the name of a context.`, 'Use letters, digits, and the characters . _ @ -');
}

function refuseExisting({ contexts }: ContextFile, name: string): void {
  if (!contexts.has(name)) return;
  throw new UsageError(`A context ${name} exists already.`, `Remove it first: trimtab context remove ${name}`);
}

/** Renames a context. Its settings, its place in the list, and whether it is in use stay the same. */
export async function renameContext(context: Context, name: string, newName: string): Promise<void> {
  checkName(newName);
  await changeContexts(context, (file) => {
    requireContext(file, name);
    refuseExisting(file, newName);
    const contexts = new Map([...file.contexts].map(([each, settings]) => [each === name ? newName : each, settings]));
    return { current: file.current === name ? newName : file.current, contexts };
  });
  await writeLines(context, [`The context ${name} is now ${newName}.`]);
}

/** Stores the address of the API and the typed settings under a name. */
export async function addContext(context: Context, name: string, typed: Settings): Promise<void> {
  checkName(name);
  if (!['flag', 'environment'].includes(context.configuration.sourceOf('api'))) {
    throw new UsageError('A context needs the address of an API.', `trimtab context add ${name} --api https://HOST`);
  }
  const settings = new Map([['api', context.api] as const, ...typed]);
  let isFirst = false;
  await changeContexts(context, (file) => {
    refuseExisting(file, name);
    isFirst = file.contexts.size === 0;
    return {
      current: file.current ?? (isFirst ? name : null),
      contexts: new Map([...file.contexts, [name, settings] as const]),
    };
  });
  const next = isFirst
    ? `Every command uses it from now on.${overrideText(context, name, context.api)}`
    : `To use it: trimtab context use ${name}`;
  await writeLines(context, [`Added the context ${name} for ${context.api}. ${next}`]);
}
