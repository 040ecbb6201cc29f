/**
 * Loads the style sheet of everything that the first view of the console does not contain. The build separates it from
 * the first style sheet (`first-style.ts` beside `vite.config.ts`). Without a build, one style sheet contains all
 * styles.
 */
function loadLaterStyle(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[data-later]');
  if (link === null || link.sheet !== null) return Promise.resolve();
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      // Removed, so that a later call tries again.
      link.rel = 'alternate';
      reject(new TypeError(`Failed to load the style sheet ${link.href}`));
    });
    link.rel = 'stylesheet';
  });
}

/**
 * Resolves to the module after its styles have also arrived. Every component that is not part of the first view is
 * loaded with this function.
 */
export async function styled<T>(loading: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([loading, loadLaterStyle()]);
  return loaded;
}
