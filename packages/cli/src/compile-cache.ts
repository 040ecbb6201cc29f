import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { preparePrivateFolder } from './config/private-file.ts';
import type { Environment } from './environment.ts';

/** The folder of the user's caches: $XDG_CACHE_HOME, else the one of the system; null if there is none. */
function userCaches(environment: Environment, platform: NodeJS.Platform): string | null {
  const { XDG_CACHE_HOME: xdg = '', LOCALAPPDATA: local = '', HOME: home = '' } = environment;
  if (isAbsolute(xdg)) return xdg;
  if (platform === 'win32') return isAbsolute(local) ? local : null;
  if (!isAbsolute(home)) return null;
  return platform === 'darwin' ? join(home, 'Library/Caches') : join(home, '.cache');
}

/** The path without symbolic links. Its last parts may not exist yet. */
function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : join(realPath(dirname(path)), basename(path));
}

/** Whether another user could put a different folder in the place of this one. */
function isReplaceable(path: string): boolean {
  const above = dirname(path);
  if (above === path || process.platform === 'win32') return false;
  const stats = statSync(above, { throwIfNoEntry: false });
  if (stats !== undefined) {
    const isShared = (stats.mode & 0o022) !== 0 && (stats.mode & 0o1000) === 0;
    if (isShared || (stats.uid !== 0 && stats.uid !== process.geteuid?.())) return true;
  }
  return isReplaceable(above);
}

/**
 * A folder for compiled code that only this user can access, created if necessary; null if there is none. Compiled code
 * is executed unchecked, so a folder that another user can write to must not be used.
 */
export function compileCacheFolder(environment: Environment, platform = process.platform): string | null {
  const caches = userCaches(environment, platform);
  if (caches === null) return null;
  try {
    const folder = realPath(join(caches, 'trimtab', 'compile-cache'));
    if (isReplaceable(folder)) return null;
    preparePrivateFolder(folder);
    return folder;
  } catch {
    return null;
  }
}
