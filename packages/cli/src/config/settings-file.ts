import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '@trimtab/core';
import { UsageError } from '../failure.ts';
import { parseRecord } from '../json.ts';
import { makeFolder, writePrivate } from './private-file.ts';
import { type ContextFile, isSettingKey, problemOf, type SettingKey, type Settings } from './setting-keys.ts';
import { systemCode } from './system-code.ts';

const fileVersion = 1;
const noContexts: ContextFile = { current: null, contexts: new Map() };

export const settingsPath = (directory: string): string => join(directory, 'config.json');

function unusable(path: string, why: string): UsageError {
  return new UsageError(`${path} cannot be used: ${why}.`, `Correct it, or move it away: mv ${path} ${path}.bad`);
}

function settingsOf(path: string, name: string, kept: unknown): Settings {
  if (!isRecord(kept)) throw unusable(path, `the context ${name} is not an object`);
  const settings = new Map<SettingKey, string>();
  for (const [key, value] of Object.entries(kept)) {
    if (!isSettingKey(key)) throw unusable(path, `the context ${name} has an unknown setting ${key}`);
    if (typeof value !== 'string') throw unusable(path, `${key} of the context ${name} is not text`);
    const problem = problemOf(key, value);
    if (problem !== null) throw unusable(path, `in the context ${name}, ${problem.replace(/\.$/, '')}`);
    settings.set(key, value);
  }
  return settings;
}

function parse(path: string, text: string): ContextFile {
  if (text === '') throw unusable(path, 'it is empty');
  const read = parseRecord(text);
  if (read === null) throw unusable(path, 'it is not a JSON object');
  const { version, current = null, contexts = {} } = read;
  if (typeof version === 'number' && version > fileVersion) throw unusable(path, 'it was written by a newer trimtab');
  if (version !== fileVersion || !isRecord(contexts) || (current !== null && typeof current !== 'string')) {
    throw unusable(path, 'it is not a configuration file of trimtab');
  }
  const named = new Map(Object.entries(contexts).map(([name, kept]) => [name, settingsOf(path, name, kept)] as const));
  return { current, contexts: named };
}

/** The stored contexts; none if there is no file. An unreadable or invalid file is an error, never ignored. */
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

/** Follows a symbolic link, so that a linked configuration file remains a link. */
function resolveLink(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

export function writeContexts(directory: string, { current, contexts }: ContextFile): void {
  makeFolder(directory);
  const named = Object.fromEntries([...contexts].map(([name, settings]) => [name, Object.fromEntries(settings)]));
  const text = JSON.stringify({ version: fileVersion, current, contexts: named }, null, 2);
  writePrivate(resolveLink(settingsPath(directory)), `${text}\n`);
}
