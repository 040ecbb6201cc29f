import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  applyNodeInput,
  defaultNodeSettings,
  type NodeInput,
  type NodeSettings,
  readNodeSettings,
  toastText,
  writeNodeSettings,
} from '@trimtab/core';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useClient } from '../../../api/client.tsx';
import { nodeSettingsKey, nodeSettingsQuery } from '../../../api/node-settings.ts';
import { wasteQuery } from '../../../api/target-costs.ts';
import { logFailure } from '../../../browser/log.ts';
import { useAddressedState } from '../../../browser/use-addressed-state.ts';
import { showToast } from '../../../context/toasts.ts';
import { createSettingsSaver } from './settings-saver.ts';

/**
 * The state of an edit: none, being saved, saved, or unsaved. Unsaved settings exist only on this page and in its
 * address.
 */
export type SavingState = 'rest' | 'saving' | 'saved' | 'unsaved';

export type NodeSettingsView = {
  settings: NodeSettings;
  isLoading: boolean;
  /** The server's settings could not be read; these are the defaults. */
  hasFailed: boolean;
  saving: SavingState;
  /** The server's costs were computed with other settings than these. */
  isOutdated: boolean;
  edit: (input: NodeInput, text: string) => void;
  /** Saves the unsaved settings: a failed edit, or settings from the address. */
  save: () => void;
  /** Restores the settings from before the edits; null if there is nothing to undo. */
  undo: (() => void) | null;
};

const trialAddress = {
  read: readNodeSettings,
  write: (settings: NodeSettings | null) => settings && writeNodeSettings(settings),
  restMs: 0,
};

/**
 * The node's settings. An edit is shown immediately and saved after 500 ms, or when the page is left. If the save fails,
 * the edit stays in the address and is marked as unsaved. Settings from a link are unsaved too, because opening a link
 * must not change anything on the server.
 */
export function useNodeSettings(): NodeSettingsView {
  const client = useClient();
  const cache = useQueryClient();
  const [trial, setTrial] = useAddressedState<NodeSettings | null>('node', trialAddress);
  const [saving, setSaving] = useState<SavingState>('rest');
  const [isEdited, setEdited] = useState(false);
  const [undoTo, setUndoTo] = useState<NodeSettings | null>(null);
  const saver = useMemo(
    () =>
      createSettingsSaver({
        save: (settings, signal) => client.costs.saveSettings(settings, { signal }),
        onSaved: (saved) => {
          const isNewest = () => {
            const shown = cache.getQueryData<NodeSettings>(nodeSettingsKey);
            return shown !== undefined && isSame(shown, saved);
          };
          setSaving(isNewest() ? 'saved' : 'saving');
          // The server's costs depend on these settings.
          const isWasteBack = cache.invalidateQueries({ queryKey: wasteQuery(client, true).queryKey });
          void isWasteBack.then(() => setEdited(!isNewest()));
          void cache.invalidateQueries({ queryKey: ['views.kpis'] });
        },
        onFailed: (error, refused, before) => {
          logFailure('The node settings could not be saved.', error);
          const text = toastText(error);
          if (text !== null) showToast(text);
          setTrial(() => refused);
          setSaving('rest');
          setEdited(false);
          if (before) cache.setQueryData(nodeSettingsKey, before);
          void cache.invalidateQueries({ queryKey: nodeSettingsKey });
        },
      }),
    [client, cache, setTrial],
  );
  const { data, isPending, isError } = useQuery({
    ...nodeSettingsQuery(client),
    refetchOnWindowFocus: () => (saver.isBusy() ? false : 'always'),
  });
  const stored = data ?? defaultNodeSettings;
  const isOnTrial = trial !== null && !isSame(trial, stored);
  const settings = isOnTrial ? trial : stored;

  useEffect(() => {
    const flushWhenHidden = () => document.visibilityState === 'hidden' && saver.flush();
    window.addEventListener('pagehide', saver.flush);
    document.addEventListener('visibilitychange', flushWhenHidden);
    return () => {
      window.removeEventListener('pagehide', saver.flush);
      document.removeEventListener('visibilitychange', flushWhenHidden);
      saver.flush();
    };
  }, [saver]);

  const push = useCallback(
    (after: NodeSettings) => {
      const before = cache.getQueryData<NodeSettings>(nodeSettingsKey);
      // A response that is still loading does not contain this edit.
      void cache.cancelQueries({ queryKey: nodeSettingsKey });
      cache.setQueryData(nodeSettingsKey, after);
      setTrial((known) => known && null);
      setEdited(true);
      setSaving('saving');
      saver.push(after, before);
    },
    [cache, saver, setTrial],
  );
  const edit = useCallback(
    (input: NodeInput, text: string) => {
      const before = isOnTrial ? trial : (cache.getQueryData<NodeSettings>(nodeSettingsKey) ?? defaultNodeSettings);
      const after = applyNodeInput(before, input, text);
      if (Object.is(after, before)) return;
      setUndoTo((earlier) => earlier ?? (isOnTrial ? stored : before));
      push(after);
    },
    [cache, isOnTrial, stored, push, trial],
  );
  const undo = () => {
    if (isOnTrial) setTrial(() => null);
    else if (undoTo !== null) push(undoTo);
    setUndoTo(null);
  };
  const canUndo = isOnTrial || (undoTo !== null && !isSame(undoTo, settings));
  return {
    settings,
    isLoading: isPending && !isOnTrial,
    hasFailed: isError && data === undefined,
    saving: isOnTrial ? 'unsaved' : saving,
    isOutdated: isEdited || isOnTrial,
    edit,
    save: () => push(settings),
    undo: canUndo ? undo : null,
  };
}

const isSame = (a: NodeSettings, b: NodeSettings) =>
  a.node_cpu_cores === b.node_cpu_cores &&
  a.node_memory_bytes === b.node_memory_bytes &&
  a.node_hourly_cost === b.node_hourly_cost;
