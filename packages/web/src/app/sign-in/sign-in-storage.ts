import { type KeyValueStorage, readStored, removeStored, writeStored } from '../../browser/storage.ts';

/** Storage that survives the redirect to the provider and back: session storage, otherwise cookies, otherwise none. */
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
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is asynchronous and not available everywhere.
  document.cookie = `${pair}; path=/; samesite=lax`;
}

const tabStorage = () => sessionStorage;
const cookieStorage = () => cookies;

/** Finds the storage that this browser allows. */
export function signInStorage(): SignInStorage {
  if (works(tabStorage)) return { kind: 'storage', storage: tabStorage };
  return works(cookieStorage) ? { kind: 'cookies', storage: cookieStorage } : { kind: 'none', storage: tabStorage };
}
