import { commonFormats } from '../output/formats.ts';

/** What a context can hold. Nothing here is secret. */
export const settingKeys = ['api', 'namespace', 'output', 'issuer', 'client-id', 'audience', 'token-store'] as const;
export type SettingKey = (typeof settingKeys)[number];
export type Settings = ReadonlyMap<SettingKey, string>;

export const tokenStores = ['keyring', 'file', 'none'] as const;
export type TokenStore = (typeof tokenStores)[number];

/** Contexts by name: which API, and what goes with it. */
export type ContextFile = {
  /** The name of the context in use; null: none. */
  readonly current: string | null;
  readonly contexts: ReadonlyMap<string, Settings>;
};

export const isSettingKey = (text: string): text is SettingKey => settingKeys.some((key) => key === text);

/** Why a value cannot be kept under a key; null when it can. */
export function problemOf(key: SettingKey, value: string): string | null {
  const allowed: readonly string[] | undefined =
    key === 'output' ? commonFormats : key === 'token-store' ? tokenStores : undefined;
  if (allowed !== undefined && !allowed.includes(value))
    return `${key} is one of ${allowed.join(', ')}, not "${value}".`;
  if (value.trim() === '') return `${key} has no value.`;
  return null;
}
