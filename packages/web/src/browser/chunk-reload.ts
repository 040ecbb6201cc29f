import { type KeyValueStorage, readStored, writeStored } from './storage.ts';

const servedWithinMs = 5_000;

/** What a failed route module needs to know of the page. */
export type ReloadPage = {
  buildId: string;
  storage: () => KeyValueStorage;
  /** Whether the page could be had again now. */
  isServed: () => Promise<boolean>;
  reload: () => void;
};

/** The build that this page runs: its entry script carries a hash of everything it refers to. */
export function currentBuildId(page: Document): string {
  return page.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? 'development';
}

/**
 * Loads a route's module. After a deploy the old build's files may be gone: then the page is loaded again, once for each
 * build and module. The mark is kept when the new page starts, because a module that is missing for good fails only after
 * that; and where nothing can be remembered, or nobody answers, there is no automatic reload at all: it would trade the
 * console for the browser's own page. What remains is the error page.
 */
export async function loadModule<T>(name: string, load: () => Promise<T>, page: ReloadPage): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const mark = `trimtab.reloaded:${page.buildId}:${name}`;
    if (readStored(page.storage, mark) !== null || !(await page.isServed()) || !writeStored(page.storage, mark, 'yes'))
      throw error;
    page.reload();
    // The page is going away: neither a result nor an error may be painted before it does.
    return new Promise<T>(() => {});
  }
}

/** The page we are in. */
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
