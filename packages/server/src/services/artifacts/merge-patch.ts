import { isRecord } from '@trimtab/core';

export type JsonObject = { readonly [key: string]: unknown };

/** RFC 7396: objects are merged key by key, null removes a key, and any other value replaces the old one. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  return isRecord(patch) ? mergeObject(target, patch) : patch;
}

export function mergeObject(target: unknown, patch: JsonObject): JsonObject {
  const merged = new Map(isRecord(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}
