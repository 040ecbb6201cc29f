import type { NodeSettings } from '@trimtab/core';
import { isSameNode } from './server-costs.ts';

/** How long after the last edit the settings are saved. */
export const saveDebounceMs = 500;

export type SettingsSaver = {
  /**
   * `before` are the last settings that the server is known to have. If several edits are unsaved, only the first sets
   * them. Returns false if the server already has these settings: then an edit that was waiting is dropped.
   */
  push: (settings: NodeSettings, before?: NodeSettings) => boolean;
  /** Saves a waiting edit immediately, for example when the page is left. */
  flush: () => void;
  /** Whether an edit is waiting or being saved. */
  isBusy: () => boolean;
};

export type SaverDeps = {
  save: (settings: NodeSettings, signal: AbortSignal) => Promise<unknown>;
  onSaved: (settings: NodeSettings) => void;
  /** Called with the rejected settings and those that the server had before. Not called if a newer edit is unsaved. */
  onFailed: (error: unknown, settings: NodeSettings, before: NodeSettings | undefined) => void;
};

/** Saves the newest settings after a pause. A newer save aborts an older one, whose response is then ignored. */
export function createSettingsSaver({ save, onSaved, onFailed }: SaverDeps): SettingsSaver {
  let waiting: { settings: NodeSettings; timer: ReturnType<typeof setTimeout> } | null = null;
  let inFlight: AbortController | null = null;
  let stored: NodeSettings | undefined;

  const send = async (settings: NodeSettings) => {
    inFlight?.abort();
    const current = new AbortController();
    inFlight = current;
    try {
      await save(settings, current.signal);
      if (inFlight !== current) return;
      stored = settings;
      onSaved(settings);
    } catch (error) {
      // A waiting edit is saved next and replaces these settings.
      if (inFlight === current && waiting === null) onFailed(error, settings, stored);
    } finally {
      if (inFlight === current) inFlight = null;
    }
  };

  const flush = () => {
    if (waiting === null) return;
    clearTimeout(waiting.timer);
    const { settings } = waiting;
    waiting = null;
    void send(settings);
  };

  return {
    push: (settings, before) => {
      if (waiting === null && inFlight === null) stored = before;
      if (waiting !== null) clearTimeout(waiting.timer);
      waiting = null;
      if (inFlight === null && stored !== undefined && isSameNode(settings, stored)) return false;
      waiting = { settings, timer: setTimeout(flush, saveDebounceMs) };
      return true;
    },
    flush,
    isBusy: () => waiting !== null || inFlight !== null,
  };
}
