/** Storage that may be blocked or full (a private window, a policy): then nothing is remembered, and nothing breaks. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The remembered text, or null when there is none or storage is blocked. */
export function readStored(storage: () => KeyValueStorage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** Remembers a text; answers whether it will really be found again. */
export function writeStored(storage: () => KeyValueStorage, key: string, value: string): boolean {
  try {
    storage().setItem(key, value);
    return storage().getItem(key) === value;
  } catch {
    return false;
  }
}

/** Forgets what was remembered, where that is possible. */
export function removeStored(storage: () => KeyValueStorage, key: string): void {
  try {
    storage().removeItem(key);
  } catch {
    // Blocked storage remembers nothing.
  }
}
