import { applyNodeInput, DEFAULT_NODE_SETTINGS, type NodeInput, type NodeSettings, toastText } from '@trimtab/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useClient } from '../../../lib/client.tsx';
import { logFailure } from '../../../lib/log.ts';
import { nodeSettingsKey, nodeSettingsQuery } from '../../../lib/queries-costs-settings.ts';
import { wasteQuery } from '../../../lib/queries-costs.ts';
import { showToast } from '../../../lib/toasts.ts';
import { createSettingsSaver } from './settings-saver.ts';

export type NodeSettingsView = {
  settings: NodeSettings;
  isLoading: boolean;
  /** The settings were edited, and what the server reckoned with the old ones is not replaced yet. */
  isEdited: boolean;
  edit: (input: NodeInput, text: string) => void;
};

/** The node's settings: an edit shows at once, is saved when it is 500 ms old, and is flushed when the page is left. */
export function useNodeSettings(): NodeSettingsView {
  const client = useClient();
  const cache = useQueryClient();
  const [isEdited, setEdited] = useState(false);
  const saver = useMemo(
    () =>
      createSettingsSaver({
        save: (settings, signal) => client.costs.saveSettings(settings, { signal }),
        onSaved: (saved) => {
          // What the server reckons with these settings has changed with them.
          const isWasteBack = cache.invalidateQueries({ queryKey: wasteQuery(client, true).queryKey });
          void isWasteBack.then(() => setEdited(cache.getQueryData(nodeSettingsKey) !== saved));
          void cache.invalidateQueries({ queryKey: ['views.kpis'] });
        },
        onFailed: (error) => {
          logFailure('The node settings could not be saved.', error);
          const text = toastText(error);
          if (text !== null) showToast(text);
        },
      }),
    [client, cache],
  );
  const { data = DEFAULT_NODE_SETTINGS, isPending } = useQuery({
    ...nodeSettingsQuery(client),
    refetchOnWindowFocus: () => (saver.isBusy() ? false : 'always'),
  });

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

  const edit = useCallback(
    (input: NodeInput, text: string) => {
      const before = cache.getQueryData<NodeSettings>(nodeSettingsKey) ?? DEFAULT_NODE_SETTINGS;
      const after = applyNodeInput(before, input, text);
      if (Object.is(after, before)) return;
      // An answer that is on its way knows nothing of this edit.
      void cache.cancelQueries({ queryKey: nodeSettingsKey });
      cache.setQueryData(nodeSettingsKey, after);
      setEdited(true);
      saver.push(after);
    },
    [cache, saver],
  );
  return { settings: data, isLoading: isPending, isEdited, edit };
}
