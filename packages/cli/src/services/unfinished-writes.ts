import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dayMs, type WriteKeys } from '@trimtab/core';
import { principalOf } from '../auth/identity.ts';
import { preparePrivateFolder, readPrivate, removePrivate, writePrivate } from '../config/private-file.ts';
import type { Context } from '../context.ts';
import { parseRecord } from '../json.ts';

/** As long as the server stores the answers of writes. */
const rememberedMs = dayMs;

type Unfinished = { path: string; scope: string; id: string; pathAndQuery: string; key: string; body: string | null };

export const digest = (parts: readonly unknown[]): string =>
  process.getBuiltinModule('node:crypto').hash('sha256', JSON.stringify(parts));

/** The API and the user. */
async function scopeOf({ api, token }: Context): Promise<string> {
  const bearer = await token({ forceRefresh: false });
  return digest([api, bearer === null ? null : (principalOf(bearer) ?? bearer)]);
}

function readUnfinished(path: string, now: number): Unfinished | null {
  const { scope, id, pathAndQuery, key, body, at } = parseRecord(readPrivate(path) ?? '') ?? {};
  const isRecent = typeof at === 'number' && at <= now && now - at < rememberedMs;
  if (!isRecent || typeof scope !== 'string' || typeof id !== 'string' || typeof pathAndQuery !== 'string') return null;
  if (typeof key !== 'string' || !/^[0-9a-f]{32}$/.test(key)) return null;
  return { path, scope, id, pathAndQuery, key, body: typeof body === 'string' ? body : null };
}

/** The unfinished writes of the last day. Removes files that are older or damaged. */
function listUnfinished(folder: string, now: number): Unfinished[] {
  // Other names are temporary files of other processes.
  const names = (attempt(() => readdirSync(folder)) ?? []).filter((name) => /^[0-9a-f]{64}$/.test(name));
  return names.flatMap((name) => {
    const path = join(folder, name);
    const found = attempt(() => readUnfinished(path, now));
    if (found === null) attempt(() => removePrivate(path));
    return found ?? [];
  });
}

function folderOf({ configuration: { directory } }: Context): string | null {
  if (directory === null) return null;
  const folder = join(directory, 'unfinished-writes');
  try {
    preparePrivateFolder(folder);
    return folder;
  } catch {
    // The home folder may be read-only. Writes work without this file.
    return null;
  }
}

/** The result of work with files; null if they cannot be used. A write must not fail for this reason. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/**
 * The keys of writes, each stored in a file before the write is sent and removed when its outcome is known. A process
 * that repeats the write finds the key, even if the first one was killed.
 */
export function openWriteKeys(context: Context): WriteKeys {
  const paths = new Map<string, string>();
  return {
    async begin({ id, method, pathAndQuery, body = null }, newKey) {
      const owner = await scopeOf(context);
      const folder = folderOf(context);
      if (folder === null) return newKey;
      const path = join(folder, digest([owner, id, method, pathAndQuery, body]));
      const before = listUnfinished(folder, context.now());
      for (const other of before) {
        // The outcome of an earlier write to the same object no longer matters.
        const isOutdated = other.id !== id || other.pathAndQuery === pathAndQuery;
        if (other.scope === owner && other.path !== path && isOutdated) attempt(() => removePrivate(other.path));
      }
      const key = before.find((each) => each.path === path)?.key ?? newKey;
      paths.set(key, path);
      const entry = { scope: owner, id, pathAndQuery, body, key, at: context.now() };
      if (key === newKey) attempt(() => writePrivate(path, JSON.stringify(entry)));
      return key;
    },
    end(_write, key, isOutcomeKnown) {
      const path = paths.get(key);
      if (isOutcomeKnown && path !== undefined) attempt(() => removePrivate(path));
    },
  };
}

/** The bodies of the user's unfinished writes of an operation, with their paths. */
export async function unfinishedWrites(
  context: Context,
  id: string,
): Promise<{ pathAndQuery: string; body: string | null }[]> {
  const folder = folderOf(context);
  if (folder === null) return [];
  const owner = await scopeOf(context);
  return listUnfinished(folder, context.now()).filter((each) => each.scope === owner && each.id === id);
}
