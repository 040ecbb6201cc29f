/**
 * Sends the node settings with `keepalive`, so that an edit that is still waiting for its debounce is saved when the tab is
 * closed. No other request uses it: browsers allow 64 kB of keepalive bodies in total.
 */
export function keepaliveFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    const isSaving =
      init?.method === 'POST' && typeof input === 'string' && input.endsWith('/v1/cost-savings/settings');
    return fetch(input, isSaving ? { ...init, keepalive: true } : init);
  };
}
