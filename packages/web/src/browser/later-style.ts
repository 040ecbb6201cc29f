/**
 * Loads the style sheet of everything that the first view of the console does not contain. The build takes it out of the
 * first one (`first-style.ts` beside `vite.config.ts`); without a build there is one sheet with all styles.
 */
function loadLaterStyle(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[data-later]');
  if (link === null || link.sheet !== null) return Promise.resolve();
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      // Allows another attempt.
      link.rel = 'alternate';
      reject(new TypeError(`Failed to load the style sheet ${link.href}`));
    });
    link.rel = 'stylesheet';
  });
}

/** The module, once its styles are there too. Everything that is shown and not part of the first view is loaded with it. */
export async function styled<T>(loading: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([loading, loadLaterStyle()]);
  return loaded;
}
