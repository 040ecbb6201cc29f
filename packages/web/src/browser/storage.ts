/** The part of `Storage` that the console uses. Storage may be blocked or full, for example in a private window. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The stored value, or null if there is none or storage is blocked. */
export function readStored(storage: () => KeyValueStorage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value. Returns whether it can be read back. */
export function writeStored(storage: () => KeyValueStorage, key: string, value: string): boolean {
  try {
    storage().setItem(key, value);
    return storage().getItem(key) === value;
  } catch {
    return false;
  }
}

export function removeStored(storage: () => KeyValueStorage, key: string): void {
  try {
    storage().removeItem(key);
  } catch {
    // Blocked storage contains no value.
  }
}
