import { type KeyValueStorage, readStored, writeStored } from './storage.ts';

const servedWithinMs = 5_000;

/** The parts of the page that `loadModule` uses. */
export type ReloadPage = {
  buildId: string;
  storage: () => KeyValueStorage;
  /** Whether the server answers at the moment. */
  isServed: () => Promise<boolean>;
  reload: () => void;
};

/** Identifies the build of this page. The file name of the entry script contains a hash of all its imports. */
function currentBuildId(page: Document): string {
  return page.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? 'development';
}

/**
 * Loads a lazy module. After a deployment the files of the old build may be gone. A failure therefore reloads the page,
 * once per build and module. The marker in session storage survives the reload and prevents a loop if the module stays
 * missing. Rejects without a reload if the marker cannot be stored or if the server does not answer, because a reload
 * would then replace the console with the browser's error page.
 */
export async function loadModule<T>(name: string, load: () => Promise<T>, page: ReloadPage): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const marker = `trimtab.reloaded:${page.buildId}:${name}`;
    if (
      readStored(page.storage, marker) !== null ||
      !(await page.isServed()) ||
      !writeStored(page.storage, marker, 'yes')
    )
      throw error;
    page.reload();
    // Never settles, so that nothing renders before the page reloads.
    return new Promise<T>(() => {});
  }
}

/** The current browser page. */
export const thisPage: ReloadPage = {
  get buildId() {
    return currentBuildId(document);
  },
  storage: () => sessionStorage,
  isServed: () =>
    fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(servedWithinMs) }).then(
      ({ ok }) => ok,
      () => false,
    ),
  reload: () => location.reload(),
};
