export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json | undefined };

export type ObjectMeta = JsonObject & { name: string; namespace?: string; uid: string; resourceVersion: string };
export type KubeObject = JsonObject & { apiVersion: string; kind: string; metadata: ObjectMeta };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object, or an empty one for everything else. */
export const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {});
export const asList = (value: unknown): Json[] => (Array.isArray(value) ? value : []);
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

export function asMeta(value: unknown): ObjectMeta {
  const meta = asObject(value);
  return {
    ...meta,
    name: asText(meta['name']),
    uid: asText(meta['uid']),
    resourceVersion: asText(meta['resourceVersion']),
  };
}

export function readJson(text: string): Json {
  const value: Json = JSON.parse(text);
  return value;
}

/** The value at a path of field names; undefined if a step is missing. */
export function at(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  let current = value;
  for (const step of path) current = isObject(current) ? current[step] : undefined;
  return current;
}

/** Whether two values are equal; a missing field equals one that is undefined. */
export function equal(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((each, index) => equal(each, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => equal(a[key], b[key]));
}
