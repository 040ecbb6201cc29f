import { sourceText } from '../config/read-configuration.ts';
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
  const global = new Map<SettingKey, string>([
    ['api', context.api],
    ['output', context.output],
  ]);
  const settings = settingKeys.map((key): EffectiveSetting => {
    const value = global.get(key);
    if (value !== undefined) return { key, value, source: sourceText(configuration, key, configuration.sourceOf(key)) };
    const variable = context.environment[variableName(key)] ?? '';
    const inContext = configuration.settings.get(key);
    if (variable !== '' && (inContext === undefined || !configuration.isTyped))
      return { key, value: variable, source: sourceText(configuration, key, 'environment') };
    if (inContext !== undefined) return { key, value: inContext, source: sourceText(configuration, key, 'context') };
    return { key, value: null, source: 'not set' };
  });
  const { directory, name, nameSource } = configuration;
  const file = directory === null ? 'the file' : `the file ${settingsPath(directory)}`;
  const named = {
    key: 'context',
    value: name,
    source:
      name === null ? 'not set' : nameSource === 'context' ? file : sourceText(configuration, 'context', nameSource),
  };
  return [named, ...settings];
}
