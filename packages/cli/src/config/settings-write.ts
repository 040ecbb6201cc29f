import { realpathSync } from 'node:fs';
import { makeFolder, writePrivate } from './private-file.ts';
import type { ContextFile } from './setting-keys.ts';
import { fileVersion, settingsPath } from './settings-file.ts';

/** Follows a symbolic link, so that a configuration file that is linked to another place stays a link. */
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
