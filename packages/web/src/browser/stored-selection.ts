import { readStored, removeStored, writeStored } from './storage.ts';

const key = 'trimtab.selected-candidates';
const tabStorage = () => sessionStorage;

/** The stored selection of this tab for a namespace; empty if there is none. */
export function storedSelection(namespace: string): string[] {
  const [kept, ...keys] = (readStored(tabStorage, key) ?? '').split('\n');
  return kept === namespace ? keys : [];
}

/** Stores the selection of one namespace while the page is reloaded. Names in Kubernetes contain no line breaks. */
export function storeSelection(namespace: string, keys: readonly string[]): void {
  writeStored(tabStorage, key, [namespace, ...keys].join('\n'));
}

export function forgetSelection(): void {
  removeStored(tabStorage, key);
}
