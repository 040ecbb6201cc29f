import { useSyncExternalStore } from 'react';
import { readStored, removeStored, writeStored } from './storage.ts';

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
    removeStored(storage, themeKey);
  } else {
    document.documentElement.dataset.theme = theme;
    writeStored(storage, themeKey, theme);
  }
  for (const listener of listeners) listener();
}

function applyRemembered(): void {
  const theme = readStored(storage, themeKey);
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  for (const listener of listeners) listener();
}

function onStorage(event: StorageEvent): void {
  if (event.key === themeKey || event.key === null) applyRemembered();
}

/** Takes over what another tab chooses. */
export function followRememberedTheme(): () => void {
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
