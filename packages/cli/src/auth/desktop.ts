import { spawn } from 'node:child_process';
import type { BrowserCommand } from './browser.ts';
import { type Keyring, keyringCommand, openKeyring } from './keyring.ts';

/** The services of the system around the terminal; tests replace it. */
export type Desktop = {
  /** Null if the system has none. */
  readonly keyring: Keyring | null;
  /** Starts a browser; resolves to false if it could not be started. */
  open: (command: BrowserCommand) => Promise<boolean>;
};

export function openDesktop(): Desktop {
  const command = keyringCommand();
  return {
    keyring: command === null ? null : openKeyring(command),
    open: ([program, ...words]) =>
      new Promise((resolve) => {
        const child = spawn(program, words, { stdio: 'ignore', detached: true, shell: false });
        child.once('error', () => resolve(false));
        child.once('spawn', () => {
          child.unref();
          resolve(true);
        });
      }),
  };
}
