import { realpathSync } from 'node:fs';
import { makeFolder, writePrivate } from './private-file.ts';
import type { ContextFile } from './setting-keys.ts';
import { fileVersion, settingsPath } from './settings-file.ts';

/** A link in its place is kept, as those have who keep their settings elsewhere. */
function behindLink(path: string): string {
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
  writePrivate(behindLink(settingsPath(directory)), `${text}\n`);
}
