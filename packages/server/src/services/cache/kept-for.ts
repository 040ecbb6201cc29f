/** Reads a value again only for another version of it. A failed reading is not kept. */
export function keptFor<T>(read: () => Promise<T>): (version: string | number) => Promise<T> {
  let kept: { readonly version: string | number; readonly value: Promise<T> } | null = null;
  return (version) => {
    if (kept?.version === version) return kept.value;
    const entry = { version, value: read() };
    kept = entry;
    entry.value.catch(() => {
      if (kept === entry) kept = null;
    });
    return entry.value;
  };
}
