import { useSyncExternalStore } from 'react';
import { forget, recall, remember } from './storage.ts';

/** `system` follows the operating system; the other two stay whatever it says. */
export type Theme = 'system' | 'light' | 'dark';

/** The name under which public/theme.js finds the choice before the first paint. */
export const themeKey = 'trimtab.theme';

const storage = () => localStorage;
const listeners = new Set<() => void>();

function chosenTheme(): Theme {
  const theme = document.documentElement.dataset.theme;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** Applies a theme now and remembers it, where the browser lets us. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    delete document.documentElement.dataset.theme;
    forget(storage, themeKey);
  } else {
    document.documentElement.dataset.theme = theme;
    remember(storage, themeKey, theme);
  }
  for (const listener of listeners) listener();
}

/** Takes over what another tab chose, and what was remembered when this page opened. */
export function followRememberedTheme(): () => void {
  const follow = () => {
    const theme = recall(storage, themeKey);
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    for (const listener of listeners) listener();
  };
  const onStorage = (event: StorageEvent) => {
    if (event.key === themeKey || event.key === null) follow();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

/** The chosen theme. */
export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, chosenTheme);
}
