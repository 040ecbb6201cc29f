import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderApp } from '../../testing/render-app.tsx';
import { costApi, nodeSettingsPath, withFlags } from './testing/cost-api.ts';
import { scene } from './testing/cost-scene.ts';

const path = '/cost-analysis';
const large = { node_cpu_cores: 64, node_memory_bytes: 256e9, node_hourly_cost: 6 };
const details = async () => within(await screen.findByRole('region', { name: 'Node Details' }));
const price = async () => (await details()).findByRole('spinbutton', { name: 'Cost ($/hour)' });

/** An API with a large node, whose settings cannot be read until `recover` is called. */
function unreadable() {
  let isDown = true;
  let saved = large;
  const api = costApi({
    ...scene,
    instead: {
      [nodeSettingsPath]: ({ method, body }) => {
        // The console under test sent the body, and core has validated it.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        if (method === 'POST') saved = body as typeof large;
        return method === 'GET' && isDown ? { status: 500, body: { errors: ['no store'] } } : { body: saved };
      },
    },
  });
  return {
    ...api,
    recover: () => {
      isDown = false;
    },
    saves: () => api.requests.filter(({ method }) => method === 'POST').map(({ body }) => body),
  };
}

describe('node settings that could not be read', () => {
  it('cannot be edited before they are read, so that the defaults do not overwrite them', async () => {
    const api = unreadable();
    renderApp({ ...api, path, configuration: withFlags() });
    const reason = 'The settings could not be loaded. Costs are those of the default node. It cannot be edited.';
    expect(await (await details()).findByText(reason)).toBeVisible();
    const fields = (await details()).getAllByRole('spinbutton');
    expect(fields).toHaveLength(3);
    for (const field of fields) {
      expect(field).toBeDisabled();
      expect(field).toHaveAccessibleDescription(reason);
    }
    api.recover();
    const retry = (await details()).getByRole('button', { name: 'Retry' });
    act(() => retry.click());
    await waitFor(async () => expect(await price()).toHaveDisplayValue('6'));
    await userEvent.fill(await price(), '7');
    expect(await screen.findByText('Saved.')).toBeVisible();
    await userEvent.click((await details()).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(api.saves()).toEqual([{ ...large, node_hourly_cost: 7 }, large]));
  });

  it('leave the waste unknown, because the server computed it with them', async () => {
    const api = unreadable();
    renderApp({ ...api, path, configuration: withFlags() });
    const total = within(await screen.findByRole('region', { name: 'Total forecasted monthly savings' }));
    const waste = () => total.getAllByRole('definition')[1];
    expect(await total.findByText(/^2 targets are not in these sums/)).toBeVisible();
    expect(waste()).toHaveTextContent('—');
    api.recover();
    act(() => screen.getByRole('button', { name: 'Retry' }).click());
    expect(await total.findByText(/^1 target is not in these sums/)).toBeVisible();
    expect(waste()).toHaveTextContent('$69.12');
  });

  it('are replaced by those of a link only if the user saves them', async () => {
    const api = unreadable();
    renderApp({ ...api, path: `${path}?node=4_16_0.384`, configuration: withFlags() });
    const note = 'The saved settings could not be loaded. These are from the address.';
    expect(await (await details()).findByText(note)).toBeVisible();
    expect(await price()).toBeDisabled();
    expect(await price()).toHaveDisplayValue('0.384');
    expect(api.saves()).toEqual([]);
    await userEvent.click((await details()).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved.')).toBeVisible();
    expect(api.saves()).toEqual([{ node_cpu_cores: 4, node_memory_bytes: 16e9, node_hourly_cost: 0.384 }]);
    expect(await price()).toBeEnabled();
  });

  it('are still unknown after settings of a link could not be saved', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const api = costApi({
      ...scene,
      instead: { [nodeSettingsPath]: () => ({ status: 500, body: { errors: ['no store'] } }) },
    });
    renderApp({ ...api, path: `${path}?node=4_16_0.384`, configuration: withFlags() });
    await userEvent.click(await (await details()).findByRole('button', { name: 'Save' }));
    await waitFor(() => expect(logged).toHaveBeenCalledOnce());
    expect(await (await details()).findByText(/The saved settings could not be loaded/)).toBeVisible();
    expect(await price()).toBeDisabled();
    expect((await details()).getByRole('button', { name: 'Save' })).toBeVisible();
  });
});
