import { defaultNodeSettings, type NodeSettings } from '@trimtab/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSettingsSaver, type SaverDeps, saveDebounceMs } from './settings-saver.ts';

const price = (node_hourly_cost: number): NodeSettings => ({ ...defaultNodeSettings, node_hourly_cost });

function scripted() {
  const calls: { settings: NodeSettings; signal: AbortSignal; answer: (error?: Error) => void }[] = [];
  const onSaved = vi.fn<SaverDeps['onSaved']>();
  const onFailed = vi.fn<SaverDeps['onFailed']>();
  const saver = createSettingsSaver({
    save: (settings, signal) =>
      new Promise<void>((resolve, reject) => {
        calls.push({ settings, signal, answer: (error) => (error ? reject(error) : resolve()) });
      }),
    onSaved,
    onFailed,
  });
  return { saver, calls, onSaved, onFailed };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('createSettingsSaver', () => {
  it('saves only the newest of several quick edits, 500 ms after it', async () => {
    const { saver, calls } = scripted();
    saver.push(price(1));
    await vi.advanceTimersByTimeAsync(saveDebounceMs - 1);
    saver.push(price(2));
    await vi.advanceTimersByTimeAsync(saveDebounceMs - 1);
    expect(calls).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls.map(({ settings }) => settings)).toEqual([price(2)]);
  });

  it('saves nothing if the last edit restores what the server has', async () => {
    const { saver, calls } = scripted();
    expect(saver.push(price(1), price(0.5))).toBe(true);
    expect(saver.push(price(0.5), price(1))).toBe(false);
    expect(saver.isBusy()).toBe(false);
    await vi.advanceTimersByTimeAsync(saveDebounceMs);
    expect(calls).toHaveLength(0);
  });

  it('saves the earlier settings again if the edit is already being saved', async () => {
    const { saver, calls } = scripted();
    saver.push(price(1), price(0.5));
    await vi.advanceTimersByTimeAsync(saveDebounceMs);
    expect(saver.push(price(0.5), price(1))).toBe(true);
    await vi.advanceTimersByTimeAsync(saveDebounceMs);
    expect(calls.map(({ settings }) => settings)).toEqual([price(1), price(0.5)]);
  });

  it('aborts a save when a newer one starts, and reports only the newer one', async () => {
    const { saver, calls, onSaved, onFailed } = scripted();
    saver.push(price(1));
    await vi.advanceTimersByTimeAsync(saveDebounceMs);
    saver.push(price(2));
    await vi.advanceTimersByTimeAsync(saveDebounceMs);
    expect(calls[0]?.signal.aborted).toBe(true);
    calls[1]?.answer();
    await vi.advanceTimersByTimeAsync(0);
    calls[0]?.answer(new Error('late'));
    await vi.advanceTimersByTimeAsync(0);
    expect(onSaved).toHaveBeenCalledTimes(1);
    expect(onFailed).not.toHaveBeenCalled();
    expect(saver.isBusy()).toBe(false);
  });

  it('does not report a failed save while a newer edit is waiting', async () => {
    const { saver, calls, onSaved, onFailed } = scripted();
    saver.push(price(4), price(1));
    await vi.advanceTimersByTimeAsync(saveDebounceMs);
    saver.push(price(48), price(4));
    calls[0]?.answer(new Error('busy'));
    await vi.advanceTimersByTimeAsync(0);
    expect(onFailed).not.toHaveBeenCalled();
    expect(saver.isBusy()).toBe(true);
    await vi.advanceTimersByTimeAsync(saveDebounceMs);
    calls[1]?.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(onFailed).not.toHaveBeenCalled();
    expect(onSaved.mock.calls).toEqual([[price(48)]]);
  });

  it('reports the settings from before all edits if the newer save fails too', async () => {
    const { saver, calls, onFailed } = scripted();
    saver.push(price(4), price(1));
    await vi.advanceTimersByTimeAsync(saveDebounceMs);
    saver.push(price(48), price(4));
    calls[0]?.answer(new Error('busy'));
    await vi.advanceTimersByTimeAsync(saveDebounceMs);
    calls[1]?.answer(new Error('down'));
    await vi.advanceTimersByTimeAsync(0);
    expect(onFailed.mock.calls).toEqual([[new Error('down'), price(48), price(1)]]);
  });

  it('saves a waiting edit when the page is left, and only once', async () => {
    const { saver, calls } = scripted();
    saver.push(price(3));
    saver.flush();
    await vi.advanceTimersByTimeAsync(saveDebounceMs * 2);
    saver.flush();
    expect(calls).toHaveLength(1);
  });
});
