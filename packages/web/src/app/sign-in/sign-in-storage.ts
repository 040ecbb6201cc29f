import { type KeyValueStorage, readStored, removeStored, writeStored } from '../../browser/storage.ts';

/** What outlives the redirect to the provider and back (W10): the tab's storage, else cookies, else nothing does. */
export type SignInStorage = { kind: 'storage' | 'cookies' | 'none'; storage: () => KeyValueStorage };

const probe = 'trimtab.sign-in-probe';

function works(storage: () => KeyValueStorage): boolean {
  const found = writeStored(storage, probe, 'yes') && readStored(storage, probe) === 'yes';
  removeStored(storage, probe);
  return found;
}

const cookies: KeyValueStorage = {
  getItem: (name) => {
    const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
    return found === undefined ? null : decodeURIComponent(found.slice(name.length + 1));
  },
  setItem: (name, value) => write(`${name}=${encodeURIComponent(value)}`),
  removeItem: (name) => write(`${name}=; max-age=0`),
};

function write(pair: string): void {
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store is not everywhere, and asynchronous.
  document.cookie = `${pair}; path=/; samesite=lax`;
}

const ofTab = () => sessionStorage;
const ofCookies = () => cookies;

/** Tries what this browser lets the page writeStored. */
export function signInStorage(): SignInStorage {
  if (works(ofTab)) return { kind: 'storage', storage: ofTab };
  return works(ofCookies) ? { kind: 'cookies', storage: ofCookies } : { kind: 'none', storage: ofTab };
}
