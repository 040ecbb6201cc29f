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
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useClient } from '../../../api/client.tsx';
import { nodeSettingsKey, nodeSettingsQuery } from '../../../api/node-settings.ts';
import { logFailure } from '../../../browser/log.ts';
import { useAddressedState } from '../../../browser/use-addressed-state.ts';
import { showToast } from '../../../context/toasts.ts';
import { isSameNode, noteServerNode, reloadServerCosts } from './server-costs.ts';
import { createSettingsSaver } from './settings-saver.ts';

/**
 * The state of an edit: none, being saved, saved, or unsaved. Unsaved settings exist only on this page and in its
 * address.
 */
export type SavingState = 'rest' | 'saving' | 'saved' | 'unsaved';

export type NodeSettingsView = {
  settings: NodeSettings;
  isLoading: boolean;
  /** The server's settings could not be read. `settings` are the defaults or those of the address. */
  hasFailed: boolean;
  saving: SavingState;
  /** The node with which the server computes costs; null if unknown. */
  serverNode: NodeSettings | null;
  /**
   * A text that is not a number restores the settings from before the edit of this input: "1" is also the beginning of
   * "1,5". Changes nothing while the server's settings are unknown.
   */
  edit: (input: NodeInput, text: string) => void;
  /** The input is left, or its text is confirmed. */
  endEdit: () => void;
  /** Saves the unsaved settings: a failed edit, or settings from the address. */
  save: () => void;
  /** Restores the settings from before the edits; null if there is nothing to undo. */
  undo: (() => void) | null;
  /** Reads the server's settings again. */
  retry: () => void;
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
  /** What the server has while a later edit is in the cache. */
  const [beforeSave, setBeforeSave] = useState<NodeSettings | null>(null);
  const [undoTo, setUndoTo] = useState<NodeSettings | null>(null);
  /** The settings of the server and of the address from before the edit of an input; null if none is being edited. */
  const editedFrom = useRef<{ stored: NodeSettings; trial: NodeSettings | null } | null>(null);
  const saver = useMemo(
    () =>
      createSettingsSaver({
        save: (settings, signal) => client.costs.saveSettings(settings, { signal }),
        onSaved: (saved) => {
          const shown = cache.getQueryData<NodeSettings>(nodeSettingsKey);
          const isNewest = shown !== undefined && isSameNode(shown, saved);
          setSaving(isNewest ? 'saved' : 'saving');
          setBeforeSave(isNewest ? null : saved);
          noteServerNode(cache, client, saved);
          reloadServerCosts(cache);
        },
        onFailed: (error, refused, before) => {
          logFailure('The node settings could not be saved.', error);
          const text = toastText(error);
          if (text !== null) showToast(text);
          setTrial(() => refused);
          setSaving('rest');
          setBeforeSave(null);
          // Without settings from before, the cache would keep the refused ones as if the server had them.
          if (before === undefined) void cache.resetQueries({ queryKey: nodeSettingsKey });
          else {
            cache.setQueryData(nodeSettingsKey, before);
            void cache.invalidateQueries({ queryKey: nodeSettingsKey });
          }
        },
      }),
    [client, cache, setTrial],
  );
  const { data, isPending, isError, refetch } = useQuery({
    ...nodeSettingsQuery(client),
    refetchOnWindowFocus: () => (saver.isBusy() ? false : 'always'),
  });
  const isOnTrial = trial !== null && (data === undefined || !isSameNode(trial, data));
  const settings = isOnTrial ? trial : (data ?? defaultNodeSettings);
  const known = beforeSave ?? data;

  useEffect(() => {
    // Another tab may have saved another node.
    if (known !== undefined && noteServerNode(cache, client, known)) reloadServerCosts(cache);
  }, [known, cache, client]);

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
      setTrial((shown) => shown && null);
      const isUnsaved = saver.push(after, before);
      setBeforeSave((first) => (isUnsaved ? (first ?? before ?? null) : null));
      setSaving(isUnsaved ? 'saving' : 'rest');
    },
    [cache, saver, setTrial],
  );
  const edit = useCallback(
    (input: NodeInput, text: string) => {
      const stored = cache.getQueryData<NodeSettings>(nodeSettingsKey);
      // The values of the other inputs are saved too, so they must not be the defaults.
      if (stored === undefined) return;
      const before = isOnTrial ? trial : stored;
      const after = applyNodeInput(before, input, text);
      if (Object.is(after, before)) {
        const from = editedFrom.current;
        if (from === null) return;
        push(from.stored);
        setTrial(() => from.trial);
        return;
      }
      editedFrom.current ??= { stored, trial: isOnTrial ? trial : null };
      setUndoTo((earlier) => earlier ?? stored);
      push(after);
    },
    [cache, isOnTrial, push, setTrial, trial],
  );
  const endEdit = useCallback(() => {
    editedFrom.current = null;
  }, []);
  const undo = () => {
    if (isOnTrial) setTrial(() => null);
    else if (undoTo !== null) push(undoTo);
    setUndoTo(null);
  };
  const canUndo = isOnTrial || (undoTo !== null && !isSameNode(undoTo, settings));
  return {
    settings,
    isLoading: isPending,
    hasFailed: isError && data === undefined,
    saving: isOnTrial ? 'unsaved' : saving,
    serverNode: known ?? null,
    edit,
    endEdit,
    save: () => push(settings),
    undo: canUndo ? undo : null,
    retry: () => void refetch(),
  };
}
