import type { OptionSource } from '../config/option-source.ts';
import { type SettingKey, settingKeys } from '../config/setting-keys.ts';
import { settingsPath } from '../config/settings-file.ts';
import type { Context } from '../context.ts';
import { variableName } from '../environment.ts';

export type EffectiveSetting = {
  readonly key: string;
  /** Null if not set. */
  readonly value: string | null;
  /** Where the value came from, such as `the flag --api`. */
  readonly source: string;
};

/** Every setting with its effective value and the source of that value. */
export function effectiveSettings(context: Context): EffectiveSetting[] {
  const { configuration } = context;
  const place = configuration.directory === null ? '' : ` ${settingsPath(configuration.directory)}`;
  const description: Record<OptionSource, (key: SettingKey | 'context') => string> = {
    flag: (key) => `the flag --${key}`,
    environment: (key) => `the variable ${variableName(key)}`,
    context: (key) => (key === 'context' ? `the file${place}` : `the context ${configuration.name ?? ''}`),
    default: () => 'the default',
  };
  const global = new Map<SettingKey, string>([
    ['api', context.api],
    ['output', context.output],
  ]);
  const settings = settingKeys.map((key): EffectiveSetting => {
    const value = global.get(key);
    if (value !== undefined) return { key, value, source: description[configuration.sourceOf(key)](key) };
    const variable = context.environment[variableName(key)];
    if (variable !== undefined && variable !== '')
      return { key, value: variable, source: description.environment(key) };
    const inContext = configuration.settings.get(key);
    if (inContext !== undefined) return { key, value: inContext, source: description.context(key) };
    return { key, value: null, source: 'not set' };
  });
  const named = {
    key: 'context',
    value: configuration.name,
    source: configuration.name === null ? 'not set' : description[configuration.nameSource]('context'),
  };
  return [named, ...settings];
}
