import { useSyncExternalStore } from 'react';
import { readStored, removeStored, writeStored } from './storage.ts';

/** `system` follows the setting of the operating system. */
export type Theme = 'system' | 'light' | 'dark';

/** The local storage key. public/theme.js reads it before the first paint. */
export const themeKey = 'trimtab.theme';

const storage = () => localStorage;
const listeners = new Set<() => void>();

function chosenTheme(): Theme {
  const theme = document.documentElement.dataset.theme;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** Applies a theme and stores the choice if storage is available. */
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

function applyStored(): void {
  const theme = readStored(storage, themeKey);
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  for (const listener of listeners) listener();
}

function onStorage(event: StorageEvent): void {
  if (event.key === themeKey || event.key === null) applyStored();
}

/** Applies the theme that is chosen in another tab. Returns a function that stops. */
export function followStoredTheme(): () => void {
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
