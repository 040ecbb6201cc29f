import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { noSuchCall } from '../../../testing/scripted-api.ts';
import { base, stopPolls, targetApi } from '../testing/target-api.ts';
import { dayOf } from './event-form.ts';

beforeEach(stopPolls);

const path = '/ast/shop/web/event-simulator';
function open(search = '') {
  const api = targetApi();
  const configuration = { extra: { event_simulator: true } };
  return { api, ...renderApp({ fetch: api.fetch, path: `${path}${search}`, configuration }) };
}

describe('the event simulator on a server that cannot compute it', () => {
  it('shows placeholder data and states that, and asks the server only for the call and the target', async () => {
    const { api } = open();
    expect(await screen.findByText(/figures are placeholders/)).toBeVisible();
    for (const text of ['197', '23,104', '3,088', '1,234', '3.5 GiB', '50 Pods', '204%'])
      expect(screen.getByText(text, { ignore: 'svg *' })).toBeVisible();
    expect(await screen.findByRole('application')).toBeVisible();
    await waitFor(() => expect(screen.getAllByText('total_users')).toHaveLength(2));
    expect(screen.getByRole('meter', { name: 'Confidence' })).toHaveAttribute('value', '90');
    const asked = () => api.requests.map((request) => request.path).filter((one) => one.startsWith(base));
    await waitFor(() => expect(asked().toSorted()).toEqual([base, `${base}/what-if`]));
  });

  it('knows the new day after midnight', async () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(new Date(2026, 10, 20, 23, 59).getTime());
    open();
    expect(await screen.findByLabelText('Start date')).toHaveAttribute('min', '2026-11-20');
    clock.mockReturnValue(new Date(2026, 10, 21, 0, 1).getTime());
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(screen.getByLabelText('Start date')).toHaveAttribute('min', '2026-11-21'));
  });

  it('says that a target is not enrolled, instead of placeholder data', async () => {
    const api = targetApi();
    api.answer(base, noSuchCall);
    renderApp({ fetch: api.fetch, path, configuration: { extra: { event_simulator: true } } });
    expect(await screen.findByText('No target of this name is enrolled')).toBeVisible();
    expect(screen.queryByText(/figures are placeholders/)).toBeNull();
  });

  it.each([
    ['High', '23104'],
    ['Low', '197'],
    ['Average', '3088'],
  ])('fills in the anticipated value with %s', async (button, value) => {
    const { address } = open();
    await userEvent.click(await screen.findByRole('button', { name: button }));
    expect(screen.getByRole('spinbutton', { name: 'Anticipated value' })).toHaveValue(Number(value));
    await waitFor(() => expect(address.current).toBe(`${path}?value=${value}`));
  });

  it('stores all inputs in the URL, also invalid ones, so that a reload loses nothing', async () => {
    const { address } = open();
    await userEvent.type(await screen.findByRole('spinbutton', { name: 'Anticipated value' }), '-12');
    await userEvent.fill(screen.getByLabelText('Start date'), '2031-05-02');
    await userEvent.fill(screen.getByLabelText('End date'), '2031-05-01');
    await waitFor(() => expect(address.current).toBe(`${path}?value=-12&start=2031-05-02&end=2031-05-01`));
    cleanup();
    open(new URL(address.current, location.origin).search);
    expect(await screen.findByRole('spinbutton', { name: 'Anticipated value' })).toHaveValue(-12);
    expect(screen.getByLabelText('Start date')).toHaveValue('2031-05-02');
    expect(screen.getByLabelText('End date')).toHaveValue('2031-05-01');
    expect(screen.getByText('The end cannot be before the start.')).toBeVisible();
  });

  it('rejects a value below 0, a start before today and an end before the start', async () => {
    open(`?value=-1&start=2020-01-01&end=2019-12-31`);
    expect(await screen.findByText('Enter a number of 0 or more.')).toBeVisible();
    expect(screen.getByText('The start cannot be before today.')).toBeVisible();
    expect(screen.getByText('The end cannot be before the start.')).toBeVisible();
    expect(screen.getByLabelText('Start date')).toHaveAttribute('min', dayOf(Date.now()));
    expect(screen.getByLabelText('Start date')).toHaveAttribute('aria-invalid', 'true');
  });

  it('has no route if it is switched off', async () => {
    renderApp({ fetch: targetApi().fetch, path });
    expect(await screen.findByText('Unexpected Application Error!')).toBeVisible();
  });
});
