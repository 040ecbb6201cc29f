import { readStored, removeStored, writeStored } from './storage.ts';

const key = 'trimtab.selected-candidates';
const tabStorage = () => sessionStorage;

/** The selection that this tab kept for a namespace; empty if it kept none. */
export function keptSelection(namespace: string): string[] {
  const [kept, ...keys] = (readStored(tabStorage, key) ?? '').split('\n');
  return kept === namespace ? keys : [];
}

/** Keeps the selection of one namespace while the page is loaded again. No name of Kubernetes contains a line break. */
export function keepSelection(namespace: string, keys: readonly string[]): void {
  writeStored(tabStorage, key, [namespace, ...keys].join('\n'));
}

export function forgetSelection(): void {
  removeStored(tabStorage, key);
}
