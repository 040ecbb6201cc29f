import { UsageError } from '../failure.ts';
import { commonFormats } from '../output/formats.ts';

/** The settings of a context. None of them is secret. */
export const settingKeys = ['api', 'namespace', 'output', 'issuer', 'client-id', 'audience', 'token-store'] as const;
export type SettingKey = (typeof settingKeys)[number];
export type Settings = ReadonlyMap<SettingKey, string>;

export const tokenStores = ['keyring', 'file', 'none'] as const;
export type TokenStore = (typeof tokenStores)[number];

/** The content of config.json. */
export type ContextFile = {
  /** The name of the context in use, or null. */
  readonly current: string | null;
  readonly contexts: ReadonlyMap<string, Settings>;
};

export function requireContext({ contexts }: ContextFile, name: string): Settings {
  const settings = contexts.get(name);
  if (settings !== undefined) return settings;
  throw new UsageError(`There is no context ${name}.`, 'trimtab context list shows all contexts.');
}

export const isSettingKey = (text: string): text is SettingKey => settingKeys.some((key) => key === text);

/** Why a value is not allowed for a setting; null if it is allowed. */
export function problemOf(key: SettingKey, value: string): string | null {
  const allowed: readonly string[] | undefined =
    key === 'output' ? commonFormats : key === 'token-store' ? tokenStores : undefined;
  if (allowed !== undefined && !allowed.includes(value))
    return `${key} must be one of ${allowed.join(', ')}, not "${value}".`;
  if (key === 'namespace' && !/^[^\s,/]+(,[^\s,/]+)*$/.test(value))
    return `namespace must be a name, or several with commas, not "${value}".`;
  if (value.trim() === '') return `${key} must not be empty.`;
  return null;
}
