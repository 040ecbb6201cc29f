import { failure } from './api-error.ts';
import { asList, asObject, asText, equal, isObject, type Json, type JsonObject } from './json.ts';
import type { ListKeys } from './managed-fields.ts';

/** JSON merge patch (RFC 7386): null deletes, arrays are replaced. */
export function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const result: JsonObject = { ...asObject(target) };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else if (value !== undefined) result[key] = mergePatch(result[key], value);
  }
  return result;
}

/** Like a merge patch, but lists with keys are merged item by item. New items come first. */
export function strategicPatch(
  target: Json | undefined,
  patch: Json,
  keys: ListKeys,
  path: readonly string[] = [],
): Json {
  const itemKey = Array.isArray(patch) ? keys(path)?.[0] : undefined;
  if (Array.isArray(patch) && itemKey !== undefined) {
    const result = asList(target).map((item) => {
      const own = patch.find((each) => equal(asObject(each)[itemKey], asObject(item)[itemKey]));
      return own === undefined ? item : strategicPatch(item, own, keys, path);
    });
    const isNew = (each: Json) =>
      !asList(target).some((item) => equal(asObject(item)[itemKey], asObject(each)[itemKey]));
    return [...patch.filter(isNew), ...result];
  }
  if (!isObject(patch)) return patch;
  const result: JsonObject = { ...asObject(target) };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else if (value !== undefined) result[key] = strategicPatch(result[key], value, keys, [...path, key]);
  }
  return result;
}

const refused = () =>
  failure({
    code: 422,
    message: 'the server rejected our request due to an error in our request',
    reason: 'Invalid',
    details: {},
  });

/** JSON patch (RFC 6902) with add, remove, replace and test. */
export function jsonPatch(target: JsonObject, patch: Json): JsonObject {
  const result = structuredClone(target);
  for (const each of asList(patch)) {
    const { op, path, value } = asObject(each);
    const steps = asText(path)
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = steps.pop() ?? '';
    let parent: Json | undefined = result;
    for (const step of steps) parent = Array.isArray(parent) ? parent[Number(step)] : asObject(parent)[step];
    const current = Array.isArray(parent) ? parent[Number(last)] : asObject(parent)[last];
    if (op === 'test') {
      if (!equal(current, value)) throw refused();
    } else if (Array.isArray(parent)) {
      const index = last === '-' ? parent.length : Number(last);
      if (op === 'remove') parent.splice(index, 1);
      else parent.splice(index, op === 'replace' ? 1 : 0, value ?? null);
    } else if (isObject(parent)) {
      if (op !== 'add' && current === undefined) throw refused();
      if (op === 'remove') delete parent[last];
      else parent[last] = value;
    } else throw refused();
  }
  return result;
}
