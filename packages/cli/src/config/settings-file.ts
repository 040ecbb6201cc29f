import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../failure.ts';
import { type ContextFile, isSettingKey, problemOf, type SettingKey, type Settings } from './setting-keys.ts';
import { systemCode } from './system-code.ts';

export const fileVersion = 1;
export const noContexts: ContextFile = { current: null, contexts: new Map() };

export const settingsPath = (directory: string): string => join(directory, 'config.json');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function unusable(path: string, why: string): UsageError {
  return new UsageError(`${path} cannot be used: ${why}.`, `Mend it or move it away: mv ${path} ${path}.bad`);
}

function settingsOf(path: string, name: string, kept: unknown): Settings {
  if (!isRecord(kept)) throw unusable(path, `the context ${name} is not an object`);
  const settings = new Map<SettingKey, string>();
  for (const [key, value] of Object.entries(kept)) {
    if (!isSettingKey(key)) throw unusable(path, `the context ${name} has a setting ${key}, which there is not`);
    if (typeof value !== 'string') throw unusable(path, `${key} of the context ${name} is not text`);
    const problem = problemOf(key, value);
    if (problem !== null) throw unusable(path, `in the context ${name}, ${problem.replace(/\.$/, '')}`);
    settings.set(key, value);
  }
  return settings;
}

function parse(path: string, text: string): ContextFile {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw unusable(path, text === '' ? 'it is empty' : 'it is not JSON, or was cut off');
  }
  if (!isRecord(read)) throw unusable(path, 'it is not an object');
  const { version, current = null, contexts = {} } = read;
  if (typeof version === 'number' && version > fileVersion) throw unusable(path, 'a newer trimtab has written it');
  if (version !== fileVersion || !isRecord(contexts) || (current !== null && typeof current !== 'string')) {
    throw unusable(path, 'it is not a file of trimtab');
  }
  const named = new Map(Object.entries(contexts).map(([name, kept]) => [name, settingsOf(path, name, kept)] as const));
  return { current, contexts: named };
}

/** The contexts that are kept; none when there is no file. A file that cannot be read as one is never passed over. */
export function readContexts(directory: string | null): ContextFile {
  if (directory === null) return noContexts;
  const path = settingsPath(directory);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return noContexts;
    throw unusable(path, `it cannot be read (${code ?? 'unknown'})`);
  }
  return parse(path, text);
}
