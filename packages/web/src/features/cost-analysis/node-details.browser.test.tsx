import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { defaultNodeSettings } from '@trimtab/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { keepaliveFetch } from '../../api/keepalive-fetch.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { saveDebounceMs } from './node/settings-saver.ts';
import { costApi, nodeSettingsPath, withFlags } from './testing/cost-api.ts';
import { scene } from './testing/cost-scene.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const path = '/cost-analysis';
const price = () => screen.findByRole('spinbutton', { name: 'Cost ($/hour)' });
const saves = (api: ReturnType<typeof costApi>) => api.requests.filter(({ method }) => method === 'POST');

/** Holds timers of this delay back; all others run as usual. The returned function runs those that were not cleared. */
function holdTimersOf(delayMs: number): () => void {
  const [start, clear] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)];
  const held = new Map<number, () => void>();
  vi.stubGlobal('setTimeout', (run: () => void, delay?: number) => {
    if (delay !== delayMs) return start(run, delay);
    const id = start(() => {}, delay);
    held.set(id, run);
    return id;
  });
  vi.stubGlobal('clearTimeout', (id?: number) => {
    held.delete(id ?? 0);
    clear(id);
  });
  return () => {
    for (const run of held.values()) run();
    held.clear();
  };
}

describe('Node Details', () => {
  it('shows whole cores and whole gigabytes', async () => {
    const settings = { node_cpu_cores: 3.92, node_memory_bytes: 15.9e9, node_hourly_cost: 0.192 };
    renderApp({ ...costApi({ ...scene, settings }), path, configuration: withFlags() });
    expect(await screen.findByDisplayValue('0.192')).toBe(await price());
    expect(screen.getByRole('spinbutton', { name: 'CPU Capacity (Cores)' })).toHaveDisplayValue('3');
    expect(screen.getByRole('spinbutton', { name: 'Memory Capacity (GB)' })).toHaveDisplayValue('15');
  });

  it('updates all costs immediately and saves the last of several quick edits', async () => {
    const api = costApi(scene);
    renderApp({ ...api, path, configuration: withFlags() });
    await screen.findByText('$138.24', { selector: 'p' });
    const endDebounce = holdTimersOf(saveDebounceMs);
    await userEvent.fill(await price(), '0.3');
    await userEvent.fill(await price(), '0.384');
    expect(await screen.findByText('$276.48', { selector: 'p' })).toBeVisible();
    expect(saves(api)).toEqual([]);
    endDebounce();
    await waitFor(() =>
      expect(saves(api).map(({ body }) => body)).toEqual([expect.objectContaining({ node_hourly_cost: 0.384 })]),
    );
  });

  it.each(['', '0', '-5', '1e999', '1.5.5'])('keeps the last valid value and saves nothing for "%s"', async (text) => {
    const api = costApi(scene);
    renderApp({ ...api, path, configuration: withFlags() });
    const input = await price();
    await screen.findByText('$138.24', { selector: 'p' });
    await userEvent.fill(input, text);
    expect(await screen.findByText('Enter a number above 0. 0.192 stays in use.')).toBeVisible();
    expect(screen.getByText('$138.24', { selector: 'p' })).toBeVisible();
    window.dispatchEvent(new Event('pagehide'));
    expect(saves(api)).toEqual([]);
    await userEvent.tab();
    expect(input).toHaveDisplayValue('0.192');
  });

  it('rejects a pasted comma and ignores letters', async () => {
    const api = costApi(scene);
    renderApp({ ...api, path, configuration: withFlags() });
    const input = await price();
    await screen.findByText('$138.24', { selector: 'p' });
    // An `<input type="number">` would turn `1,5` into 15.
    await userEvent.clear(input);
    await userEvent.type(input, 'x');
    expect(input).toHaveDisplayValue('');
    await userEvent.type(input, '1,5');
    expect(input).toHaveDisplayValue('1,5');
    expect(input).toHaveAttribute('aria-invalid', 'true');
    expect(input).toHaveAttribute('aria-valuenow', '0.192');
    expect(await screen.findByText('Write a decimal point, not a comma: 1.5. 0.192 stays in use.')).toBeVisible();
  });

  it('drops what waits to be saved when the text becomes invalid, and keeps edits of the other inputs', async () => {
    const api = costApi(scene);
    renderApp({ ...api, path, configuration: withFlags() });
    const input = await price();
    await screen.findByText('$138.24', { selector: 'p' });
    const endDebounce = holdTimersOf(saveDebounceMs);
    await userEvent.fill(input, '0.384');
    expect(await screen.findByText('$276.48', { selector: 'p' })).toBeVisible();
    await userEvent.fill(input, '0.384,5');
    expect(await screen.findByText('$138.24', { selector: 'p' })).toBeVisible();
    expect(screen.queryByText('Saving…')).toBeNull();
    endDebounce();
    window.dispatchEvent(new Event('pagehide'));
    expect(saves(api)).toEqual([]);

    await userEvent.fill(screen.getByRole('spinbutton', { name: 'CPU Capacity (Cores)' }), '8');
    await userEvent.fill(input, '0.384');
    await userEvent.fill(input, '0.384,5');
    endDebounce();
    await waitFor(() =>
      expect(saves(api).map(({ body }) => body)).toEqual([{ ...defaultNodeSettings, node_cpu_cores: 8 }]),
    );
  });

  it('restores the price from before the edit even if the beginning of the text was saved', async () => {
    const api = costApi(scene);
    renderApp({ ...api, path, configuration: withFlags() });
    const input = await price();
    await screen.findByText('$138.24', { selector: 'p' });
    await userEvent.fill(input, '1');
    expect(await screen.findByText('Saved.')).toBeVisible();
    await userEvent.fill(input, '1,');
    await waitFor(() => expect(saves(api).at(-1)?.body).toEqual(defaultNodeSettings));
  });

  it('returns to the unsaved settings of a link when the text becomes invalid', async () => {
    const api = costApi(scene);
    renderApp({ ...api, path: `${path}?node=4_16_0.384`, configuration: withFlags() });
    const input = await price();
    await screen.findByText('On this page only.');
    // Otherwise, the first text could already be saved when the second one is typed.
    holdTimersOf(saveDebounceMs);
    await userEvent.fill(input, '1');
    await screen.findByText('Saving…');
    await userEvent.fill(input, '1,5');
    expect(await screen.findByText('On this page only.')).toBeVisible();
    window.dispatchEvent(new Event('pagehide'));
    expect(saves(api)).toEqual([]);
    await userEvent.tab();
    expect(input).toHaveDisplayValue('0.384');
  });

  it('changes the value with the arrow keys, and undoes the change', async () => {
    const api = costApi(scene);
    renderApp({ ...api, path, configuration: withFlags() });
    await screen.findByText('$138.24', { selector: 'p' });
    const cores = screen.getByRole('spinbutton', { name: 'CPU Capacity (Cores)' });
    cores.focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(cores).toHaveDisplayValue('2');
    // Two of two cores cost as much as a whole node.
    expect(await screen.findByText('$276.48', { selector: 'p' })).toBeVisible();
    expect(await screen.findByText('Saved.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('$138.24', { selector: 'p' })).toBeVisible();
    await waitFor(() => expect(saves(api).at(-1)?.body).toEqual(defaultNodeSettings));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('keeps the newest of two saves, regardless of which is answered first', async () => {
    const answers: (() => void)[] = [];
    const api = costApi({
      ...scene,
      instead: {
        [nodeSettingsPath]: ({ method, body }) =>
          method === 'POST'
            ? new Promise((resolve) => {
                answers.push(() => resolve({ body }));
              })
            : { body: defaultNodeSettings },
      },
    });
    renderApp({ ...api, path, configuration: withFlags() });
    await screen.findByText('$138.24', { selector: 'p' });
    await userEvent.fill(await price(), '0.3');
    await waitFor(() => expect(answers).toHaveLength(1));
    await userEvent.fill(await price(), '0.384');
    await waitFor(() => expect(answers).toHaveLength(2));
    expect(screen.getByText('Saving…')).toBeVisible();
    answers[1]?.();
    expect(await screen.findByText('Saved.')).toBeVisible();
    answers[0]?.();
    await userEvent.tab();
    expect(await price()).toHaveDisplayValue('0.384');
    expect(screen.getByText('Saved.')).toBeVisible();
    expect(screen.queryByText(/API Error/)).toBeNull();
  });

  it('shows saved settings in another tab, and the last save wins', async () => {
    const api = costApi(scene);
    const thisTab = renderApp({ ...api, path, configuration: withFlags() });
    const other = renderApp({ ...api, path, configuration: withFlags() });
    const priceIn = (tab: typeof thisTab) => within(tab.container).findByRole('spinbutton', { name: 'Cost ($/hour)' });
    // Types with the keyboard, because this page holds two copies of the console and a query by label would find both
    // fields.
    const type = async (tab: typeof thisTab, text: string) => {
      (await priceIn(tab)).focus();
      await userEvent.keyboard(`{Control>}a{/Control}${text}`);
    };
    for (const tab of [thisTab, other]) await within(tab.container).findByText('$138.24', { selector: 'p' });
    await type(thisTab, '0.3');
    await waitFor(() => expect(saves(api)).toHaveLength(1));
    window.dispatchEvent(new Event('visibilitychange'));
    await waitFor(async () => expect(await priceIn(other)).toHaveDisplayValue('0.3'));
    await type(other, '0.6');
    await waitFor(() => expect(saves(api)).toHaveLength(2));
    await userEvent.tab();
    window.dispatchEvent(new Event('visibilitychange'));
    await waitFor(async () => expect(await priceIn(thisTab)).toHaveDisplayValue('0.6'));
  });

  it('saves a waiting edit when the page is left', async () => {
    const api = costApi(scene);
    const keepalive: boolean[] = [];
    const watched: typeof fetch = (input, init) => {
      if (init?.method === 'POST') keepalive.push(init.keepalive === true);
      return api.fetch(input, init);
    };
    renderApp({ fetch: keepaliveFetch(watched), path, configuration: withFlags() });
    await screen.findByText('$138.24', { selector: 'p' });
    holdTimersOf(saveDebounceMs);
    await userEvent.fill(await price(), '0.5');
    window.dispatchEvent(new Event('pagehide'));
    // The debounce never ends in this test, so only leaving the page can have started the save.
    await waitFor(() => expect(saves(api)).toHaveLength(1));
    expect(keepalive).toEqual([true]);
  });

  it('loads the settings again when the tab becomes visible, because another tab may have changed them', async () => {
    let node_hourly_cost = 0.192;
    const current = () => ({ body: { ...defaultNodeSettings, node_hourly_cost } });
    renderApp({ ...costApi({ ...scene, instead: { [nodeSettingsPath]: current } }), path, configuration: withFlags() });
    await screen.findByText('$138.24', { selector: 'p' });
    node_hourly_cost = 0.9;
    window.dispatchEvent(new Event('visibilitychange'));
    await waitFor(async () => expect(await price()).toHaveDisplayValue('0.9'));
  });

  it('reports a failed save once, and keeps the edit on this page and in its address', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const failing = { status: 400, body: { errors: ['read only'] } };
    const { address } = renderApp({
      ...costApi({
        ...scene,
        instead: { [nodeSettingsPath]: ({ method }) => (method === 'POST' ? failing : { body: defaultNodeSettings }) },
      }),
      path,
      configuration: withFlags(),
    });
    await screen.findByText('$138.24', { selector: 'p' });
    await userEvent.fill(await price(), '0.384');
    expect(await screen.findByText('API Error: 400 - read only')).toBeVisible();
    expect(logged).toHaveBeenCalledWith('[trimtab] The node settings could not be saved.', expect.anything());
    expect(screen.getAllByText(/read only/)).toHaveLength(1);
    expect(screen.getByText('$276.48', { selector: 'p' })).toBeVisible();
    expect(await screen.findByText('On this page only.')).toBeVisible();
    await waitFor(() => expect(address.current).toBe(`${path}?node=4_16_0.384`));
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('$138.24', { selector: 'p' })).toBeVisible();
    await waitFor(() => expect(address.current).toBe(path));
  });

  it('uses the node settings of a link, and saves them only on request', async () => {
    const api = costApi(scene);
    const { address } = renderApp({ ...api, path: `${path}?node=4_16_0.384`, configuration: withFlags() });
    expect(await screen.findByText('$276.48', { selector: 'p' })).toBeVisible();
    expect(await price()).toHaveDisplayValue('0.384');
    expect(saves(api)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved.')).toBeVisible();
    expect(saves(api).map(({ body }) => body)).toEqual([{ ...defaultNodeSettings, node_hourly_cost: 0.384 }]);
    await waitFor(() => expect(address.current).toBe(path));
  });

  it('ignores invalid node settings in the address', async () => {
    renderApp({ ...costApi(scene), path: `${path}?node=4_16_-1`, configuration: withFlags() });
    expect(await screen.findByText('$138.24', { selector: 'p' })).toBeVisible();
    expect(screen.getByText('Edits apply immediately and are saved.')).toBeVisible();
  });
});
