/**
 * A fetch whose saving of node settings outlives the page: an edit that waits for its debounce when the tab is closed is
 * sent with `keepalive` (W19). Nothing else is: the browser allows 64 kB of such bodies in all.
 */
export function outlivingFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    const isSaving =
      init?.method === 'POST' && typeof input === 'string' && input.endsWith('/v1/cost-savings/settings');
    return fetch(input, isSaving ? { ...init, keepalive: true } : init);
  };
}
