import { act, render, screen, waitFor, within } from '@testing-library/react';
import type { WhatIf } from '@trimtab/core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useBack } from '../../../testing/memory-router.tsx';
import { renderApp } from '../../../testing/render-app.tsx';
import type { ScriptedAnswer } from '../../../testing/scripted-api.ts';
import { base, targetApi } from '../testing/target-api.ts';
import { WhatIfFormCard } from './WhatIfFormCard.tsx';
import { readForm } from './what-if-form.ts';

beforeEach(() => page.viewport(1280, 900));

const path = '/ast/shop/web/event-simulator';
const call = `${base}/what-if`;
const step = (minute: number, replicas: number) => ({
  timestamp: new Date(Date.UTC(2026, 10, 9, 14, minute)).toISOString(),
  cpu: replicas / 2,
  memory: null,
  replicas,
  cpuPerPod: 0.5,
  memoryPerPod: null,
});
const footprint = (replicas: number, cpu: number) => ({
  replicas,
  cpu,
  memory: cpu * 2e9,
  nodeShares: { cpu: cpu / 4, memory: cpu / 8 },
  dollarsPerHour: cpu * 0.048,
});
const answer: WhatIf = {
  namespace: 'shop',
  name: 'web',
  created: '2026-11-18T12:00:00.000Z',
  load: 'window',
  scale: 2,
  assume: 'current',
  window: { start: '2026-11-09T14:00:00.000Z', end: '2026-11-09T14:15:00.000Z', stepSeconds: 300 },
  samples: { found: 3, expected: 3 },
  problems: [],
  replicas: {
    rule: 'autoscaler',
    minReplicas: 2,
    maxReplicas: 10,
    peak: 10,
    needed: 14,
    peakAt: '2026-11-09T14:05:00.000Z',
    minutesShort: 35,
  },
  containers: [
    {
      container: 'app',
      resource: 'cpu',
      request: 0.5,
      limit: null,
      highest: 0.62,
      minutesWithSamples: 15,
      minutesOverRequest: 20,
      minutesOverLimit: null,
    },
  ],
  now: footprint(4, 2),
  peak: footprint(10, 5),
  dollars: 3.6,
  steps: [step(0, 4), step(5, 10), step(10, 6)],
};

function Back() {
  return (
    <button type="button" onClick={useBack()}>
      Back
    </button>
  );
}

function open(
  search = '',
  answered: ScriptedAnswer | (() => ScriptedAnswer | Promise<ScriptedAnswer>) = { body: answer },
) {
  const api = targetApi();
  api.answer(call, answered);
  const app = renderApp({
    fetch: api.fetch,
    path: `${path}${search}`,
    configuration: { extra: { event_simulator: true } },
    beside: <Back />,
  });
  const bodies = () => api.requests.filter((request) => request.path === call).map(({ body }) => body);
  return { api, bodies, ...app };
}

const result = () => screen.findByRole('region', { name: 'Result' });
/** While it computes, the button has another name, by which `userEvent` would look for it until the end of the test. */
const compute = async () => (await screen.findByRole('button', { name: /Compute/ })).click();

const timeAt = (hour: number, minute: number) => new Date(2026, 10, 20, hour, minute).getTime();
const ofDay = (day: number) => expect.objectContaining({ start: new Date(2026, 10, day).toISOString() });
/** Sets the time on November 20. Returns a function that moves it, which the page sees as after a return to its tab. */
function clockAt(hour: number, minute: number) {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(timeAt(hour, minute));
  return (nextHour: number, nextMinute: number) => {
    clock.mockReturnValue(timeAt(nextHour, nextMinute));
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };
}

describe('the event simulator', () => {
  it('shows the answer in sentences and as a chart, for twice the load of yesterday', async () => {
    const { bodies } = open();
    const card = within(await result());
    expect(await card.findByText(/Needs up to 14 pods at .*\. At most 10 may run, so for 35 minutes/)).toBeVisible();
    expect(card.getByText(/The CPU request of app \(500m\) is exceeded for 20 minutes/)).toBeVisible();
    expect(card.getByText(/In nodes: 1.25 by CPU/)).toBeVisible();
    expect(card.getByText(/Costs \$0.24 an hour at the peak, \$0.096 now; \$3.60/)).toBeVisible();
    expect(card.getAllByRole('img', { name: 'Exceeded' })).toHaveLength(2);
    expect(await card.findByRole('application')).toBeVisible();
    expect(bodies()).toEqual([expect.objectContaining({ load: 'window', scale: 2, assume: 'current' })]);
    expect(screen.queryByText(/figures are placeholders/)).toBeNull();
  });

  it('computes what the form says when it is sent, and stores it in the address', async () => {
    const { bodies, address } = open();
    await result();
    await userEvent.selectOptions(screen.getByLabelText('Load'), 'Busiest day of the last two weeks');
    await userEvent.click(screen.getByRole('button', { name: '×3' }));
    await userEvent.selectOptions(screen.getByLabelText('Requests'), 'As suggested');
    expect(bodies()).toHaveLength(1);
    await compute();
    await waitFor(() => expect(bodies()[1]).toEqual({ load: 'busiest_day', scale: 3, assume: 'suggested' }));
    await waitFor(() => expect(address.current).toBe(`${path}?load=busiest&scale=3&assume=suggested`));
    expect(screen.getByRole('button', { name: '×3' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('adds nothing to the history if the same is computed again', async () => {
    const { address } = open();
    await result();
    await userEvent.click(screen.getByRole('button', { name: '×3' }));
    await compute();
    await compute();
    await waitFor(() => expect(address.current).toBe(`${path}?scale=3`));
    await compute();
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(address.current).toBe(path));
  });

  it('accepts an end as soon as it is in the past', async () => {
    const setClock = clockAt(15, 30);
    const refusal = { status: 400, body: { errors: ['Parameter end must not be in the future.'] } };
    const { api } = open('?load=window&from=2026-11-20T10:00&to=2026-11-20T15:40', refusal);
    expect(await screen.findByText('Parameter end must not be in the future.')).toBeVisible();
    expect(screen.getByText('The end must be in the past.')).toBeVisible();
    setClock(15, 40);
    await waitFor(() => expect(screen.queryByText('The end must be in the past.')).toBeNull());
    api.answer(call, { body: answer });
    await compute();
    expect(await screen.findByText(/Needs up to 14 pods/)).toBeVisible();
  });

  it('computes the new yesterday after midnight and not before, and keeps what is being entered', async () => {
    const setClock = clockAt(23, 50);
    const { bodies } = open();
    await result();
    await userEvent.selectOptions(screen.getByLabelText('Load'), 'Busiest day of the last two weeks');
    setClock(23, 59);
    setClock(24, 1);
    await waitFor(() => expect(bodies()).toEqual([ofDay(19), ofDay(20)]));
    expect(screen.getByLabelText('Load')).toHaveValue('busiest');
  });

  it('opens an address with the load that it names', async () => {
    const { bodies } = open('?load=forecast&scale=0.5');
    await result();
    expect(screen.getByLabelText('Load')).toHaveValue('forecast');
    expect(screen.getByLabelText('Times this load')).toHaveValue(0.5);
    expect(bodies()).toEqual([{ load: 'forecast', scale: 0.5, assume: 'current' }]);
  });

  it('follows the address, back to what was asked before', async () => {
    open();
    await result();
    await userEvent.click(screen.getByRole('button', { name: '×3' }));
    await compute();
    await waitFor(() => expect(screen.getByLabelText('Times this load')).toHaveValue(3));
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(screen.getByLabelText('Times this load')).toHaveValue(2));
  });

  it('can be used with the keyboard: slider, number, Enter', async () => {
    const { bodies } = open();
    await result();
    const slider = screen.getByRole('slider');
    slider.focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByLabelText('Times this load')).toHaveValue(2.1);
    await userEvent.fill(screen.getByLabelText('Times this load'), '4');
    expect(slider).toHaveValue('4');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(bodies()[1]).toMatchObject({ scale: 4 }));
  });

  it('asks for a time only when a time is chosen, and sends nothing while a field is wrong', async () => {
    const { bodies } = open();
    await result();
    expect(screen.queryByLabelText('Start')).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText('Load'), 'A time in the last two weeks');
    await userEvent.fill(screen.getByLabelText('Start'), '2020-01-01T00:00');
    await userEvent.fill(screen.getByLabelText('Times this load'), '11');
    expect(screen.getByText('The start must be within the last two weeks.')).toBeVisible();
    expect(screen.getByText('Enter a number from 0.1 to 10.')).toBeVisible();
    await compute();
    expect(bodies()).toHaveLength(1);
  });

  it('shows the values as a table, and the memory in the chart', async () => {
    const { address } = open();
    const card = within(await result());
    expect(await card.findByText('CPU of all pods in cores (left)')).toBeVisible();
    await userEvent.selectOptions(card.getByLabelText('Resource of the chart'), 'Memory');
    expect(await card.findByText('Memory of all pods in bytes (left)')).toBeVisible();
    await userEvent.click(card.getByRole('button', { name: 'View as table' }));
    const table = await card.findByRole('table', { name: 'Values of the chart' });
    expect(within(table).getAllByRole('row')).toHaveLength(4);
    expect(within(table).getAllByText('—')).toHaveLength(6);
    await waitFor(() => expect(address.current).toBe(`${path}?resource=memory&view=table`));
  });

  it('names its button once while it computes', () => {
    const now = timeAt(12, 0);
    const form = (isBusy: boolean) => (
      <WhatIfFormCard asked={readForm(new URLSearchParams(), now)} now={now} isBusy={isBusy} onAsk={() => {}} />
    );
    const { rerender } = render(form(true));
    expect(screen.getByRole('button', { name: /^Comput/ })).toHaveAccessibleName('Computing …');
    rerender(form(false));
    expect(screen.getByRole('button', { name: /^Comput/ })).toHaveAccessibleName('Compute');
  });

  it.each([409, 400])('shows the reason of the server for %i, and the form stays', async (status) => {
    open('', { status, body: { errors: ['There are too few samples yet.'] } });
    expect(await screen.findByText('This cannot be computed')).toBeVisible();
    expect(screen.getByText('There are too few samples yet.')).toBeVisible();
    expect(screen.getByRole('button', { name: /Compute/ })).toBeVisible();
  });

  it('shows an error in its card and nowhere else, and retries', async () => {
    const { api } = open('', { status: 500, body: { errors: ['metrics source unavailable'] } });
    const alert = await within(await result()).findByRole('alert');
    expect(alert.textContent).toContain('The load could not be computed. API Error: 500 - metrics source unavailable');
    expect(screen.getAllByText(/metrics source unavailable/)).toHaveLength(1);
    api.answer(call, { body: answer });
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(/Needs up to 14 pods/)).toBeVisible();
  });

  it('keeps the last result, marked as busy, until the next one arrives', async () => {
    const { api } = open();
    expect(await screen.findByText(/Needs up to 14 pods/)).toBeVisible();
    const gate = Promise.withResolvers<ScriptedAnswer>();
    api.answer(call, () => gate.promise);
    await userEvent.click(screen.getByRole('button', { name: '×1.5' }));
    await compute();
    await waitFor(async () => expect(await result()).toHaveAttribute('aria-busy', 'true'));
    expect(screen.getByText(/Needs up to 14 pods/)).toBeVisible();
    gate.resolve({ body: { ...answer, problems: ['60 minutes without samples are not counted.'] } });
    expect(await screen.findByText('60 minutes without samples are not counted.')).toBeVisible();
    await waitFor(async () => expect(await result()).toHaveAttribute('aria-busy', 'false'));
  });

  it('names a workload that is gone', async () => {
    open('', { status: 500, body: { errors: ['failed to get target scale: Deployment "web" not found'] } });
    expect(await screen.findByText(/"web" not found. Has it been renamed or deleted\?/)).toBeVisible();
  });
});
