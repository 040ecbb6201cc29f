import { apiAddress } from '../../config/api-address.ts';
import { isSettingKey, problemOf, settingKeys } from '../../config/setting-keys.ts';
import type { Context } from '../../context.ts';
import { exitCode } from '../../exit-code.ts';
import { UsageError } from '../../failure.ts';
import { column, optionalColumn, type TextColumn } from '../../output/table.ts';
import type { EffectiveSetting } from '../../services/config-list.ts';
import { actionOf } from '../action.ts';
import { defineCommand } from '../define.ts';

const settingsHint = `The settings are ${settingKeys.join(', ')}.`;

function keyOf(text: string | undefined, action: string) {
  if (text === undefined) throw new UsageError(`trimtab config ${action} needs the name of a setting.`, settingsHint);
  if (!isSettingKey(text)) throw new UsageError(`There is no setting ${text}.`, settingsHint);
  return text;
}

async function get(context: Context, name: string | undefined): Promise<void> {
  const key = keyOf(name, 'get');
  const { effectiveSettings } = await import('../../services/config-list.ts');
  const found = effectiveSettings(context).find((each) => each.key === key);
  if (found?.value == null) throw new UsageError(`${key} is not set.`, `Set it: trimtab config set ${key} VALUE`);
  await context.stdout.text(`${found.value}\n`);
}

async function set(context: Context, name: string | undefined, given: string | undefined): Promise<void> {
  const key = keyOf(name, 'set');
  if (given === undefined) throw new UsageError(`trimtab config set ${key} needs a value.`);
  const problem = problemOf(key, given);
  if (problem !== null) throw new UsageError(problem);
  const value = key === 'api' ? apiAddress(given) : given;
  const { changeSetting } = await import('../../services/settings-change.ts');
  const changed = await changeSetting(context, key, value);
  await context.stderr.text(`Set ${key} to ${value} in the context ${changed}.\n`);
}

async function unset(context: Context, name: string | undefined): Promise<void> {
  const key = keyOf(name, 'unset');
  const { changeSetting } = await import('../../services/settings-change.ts');
  const changed = await changeSetting(context, key, null);
  await context.stderr.text(`Removed ${key} from the context ${changed}.\n`);
}

const settingColumns: readonly TextColumn<EffectiveSetting>[] = [
  column('key', 'SETTING', ({ key }) => key),
  optionalColumn('value', 'VALUE', ({ value }) => value, {
    style: ({ value }) => (value === null ? 'dim' : 'strong'),
    minimum: 20,
  }),
  column('source', 'FROM', ({ source }) => source, { minimum: 16 }),
];

async function list(context: Context): Promise<void> {
  const { effectiveSettings } = await import('../../services/config-list.ts');
  const { present } = await import('../../output/present.ts');
  const items = effectiveSettings(context);
  await present(context, { data: { items }, rows: items, columns: settingColumns, nameOf: ({ key }) => key });
}

/** The whole file, which contains no secrets. */
async function view(context: Context): Promise<void> {
  const { writeData } = await import('../../output/present.ts');
  const { current, contexts } = context.configuration.file;
  const named = Object.fromEntries([...contexts].map(([name, settings]) => [name, Object.fromEntries(settings)]));
  await writeData(context, { current, contexts: named });
}

const actionNames = ['list', 'view', 'get', 'set', 'unset'] as const;
const actions = { list, view, get, set, unset };

export const configRun = defineCommand({
  name: 'config',
  summary: 'show and change settings',
  description:
    `Settings belong to a context. ${settingsHint} A flag overrides its variable, the variable overrides the context, ` +
    'and the context overrides the default. With --context, the context overrides variables too. The file is config.json in $TRIMTAB_CONFIG_DIR, else in ' +
    '$XDG_CONFIG_HOME/trimtab, else in ~/.config/trimtab.',
  arguments: [
    { name: '[action]', description: 'list, view, get, set or unset (default: list)', choices: actionNames },
    { name: '[key]', description: 'the setting', choices: settingKeys },
    { name: '[value]', description: 'the new value' },
  ],
  examples: {
    'trimtab config list': 'every setting, its value and where the value comes from',
    'trimtab config view -o yaml': 'all contexts as they are stored',
    'trimtab config set api https://trimtab.example.com': 'sets the API of the context in use',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.denied],
  run: async (context, _options, [action = 'list', key, value]) => {
    const run = actions[actionOf('config', actionNames, action, ' To change contexts, use trimtab context.')];
    return run(context, key, value);
  },
});
