/** Returns the value of a key. If there is none, creates and inserts it. */
export function getOrInsert<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}
