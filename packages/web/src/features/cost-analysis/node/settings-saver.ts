import type { NodeSettings } from '@trimtab/core';

/** How long the inputs must be at rest before they are saved (console.md, section 9). */
export const saveDebounceMs = 500;

export type SettingsSaver = {
  /** `before`: what the server is known to hold, if anything; heard at the first edit of those that are on their way. */
  push: (settings: NodeSettings, before?: NodeSettings) => void;
  /** Sends what waits at once: the page is being left. */
  flush: () => void;
  /** An edit waits, or is on its way. */
  isBusy: () => boolean;
};

export type SaverDeps = {
  save: (settings: NodeSettings, signal: AbortSignal) => Promise<unknown>;
  onSaved: (settings: NodeSettings) => void;
  /** With what was refused, and what the server held before. */
  onFailed: (error: unknown, settings: NodeSettings, before: NodeSettings | undefined) => void;
};

/** Saves the newest settings once they are at rest. A save that is overtaken is aborted, and its answer counts no more (W21). */
export function createSettingsSaver({ save, onSaved, onFailed }: SaverDeps): SettingsSaver {
  let waiting: { settings: NodeSettings; timer: ReturnType<typeof setTimeout> } | null = null;
  let underWay: AbortController | null = null;
  let held: NodeSettings | undefined;

  const send = async (settings: NodeSettings) => {
    underWay?.abort();
    const mine = new AbortController();
    underWay = mine;
    try {
      await save(settings, mine.signal);
      if (underWay !== mine) return;
      held = settings;
      onSaved(settings);
    } catch (error) {
      if (underWay === mine) onFailed(error, settings, held);
    } finally {
      if (underWay === mine) underWay = null;
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
      if (waiting === null && underWay === null) held = before;
      if (waiting !== null) clearTimeout(waiting.timer);
      waiting = { settings, timer: setTimeout(flush, saveDebounceMs) };
    },
    flush,
    isBusy: () => waiting !== null || underWay !== null,
  };
}
