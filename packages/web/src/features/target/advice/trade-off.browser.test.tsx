import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { noSuchCall } from '../../../testing/scripted-api.ts';
import { anExplainedRequest, anExplanation } from '../testing/explanation.ts';
import { base, suggestion, targetApi } from '../testing/target-api.ts';

const minutes = [980, 400, 120, 43, 12, 3.6, 1.1, 0.36, 0, 0];
const points = minutes.map((minutesAbovePerDay, step) => ({
  request: (step + 1) / 20,
  slack: 0.07 * step,
  minutesAbovePerDay,
  daysAbove: Math.max(0, 9 - step),
  dollarsUnusedPerYear: 3.2 * step * (step + 1),
}));
const mark = (name: string, request: number, reason: string | null = null) => ({
  mark: name,
  request,
  computed: name === 'current' ? null : request,
  reason,
});
const cpu = {
  container: 'app',
  resource: 'cpu',
  days: 14,
  points,
  marks: [
    mark('current', 0.5),
    mark('cost_savings', 0.2),
    mark('balanced', 0.25),
    mark('max_assurance', 0.35, 'level shift'),
  ],
};
const tradeOff = {
  namespace: 'shop',
  name: 'web',
  created: suggestion.created,
  modelMode: 'balanced',
  replicas: 2,
  requests: [cpu],
};

async function open(width: number, body: object = tradeOff, path = '/ast/shop/web') {
  await page.viewport(width, 900);
  const api = targetApi();
  api.answer(`${base}/explain`, { body: anExplanation() });
  api.answer(`${base}/trade-off`, { body });
  const app = renderApp({ fetch: api.fetch, path });
  const card = await screen.findByRole('region', { name: 'Reliability and cost' });
  const slider = await within(card).findByRole('slider', { name: 'CPU request of app' });
  return { ...app, api, card: within(card), element: card, slider };
}

const chosen = 'Request 250m: usage above it 12 minutes a day, $64.00 a year unused.';

describe('the trade-off', () => {
  it('becomes narrower with the window', async () => {
    const { element } = await open(1_280);
    const chart = await waitFor(
      () => element.querySelector('svg[role="img"]') ?? Promise.reject(new Error('no chart')),
    );
    expect(chart.clientWidth).toBeGreaterThan(320);
    await page.viewport(390, 900);
    await waitFor(() => expect(element.scrollWidth).toBeLessThanOrEqual(element.clientWidth));
  });

  it('says that it could not be loaded, and is loaded again', async () => {
    const api = targetApi();
    api.answer(`${base}/explain`, { body: anExplanation() });
    api.answer(`${base}/trade-off`, { status: 500, body: { errors: ['the cache is locked'] } });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    const card = within(await screen.findByRole('region', { name: 'Reliability and cost' }));
    expect(await card.findByText('The trade-off could not be loaded.')).toBeVisible();
    expect(card.getByText(/the cache is locked/)).toBeVisible();
    api.answer(`${base}/trade-off`, { body: tradeOff });
    await userEvent.click(card.getByRole('button', { name: 'Retry' }));
    expect(await card.findByRole('slider', { name: 'CPU request of app' })).toBeVisible();
  });

  it('shows the request in force and the one of today, and has all marked values in a table', async () => {
    const { card, slider } = await open(1_280);
    expect(card.getByText(chosen)).toBeVisible();
    expect(card.getByText('Today 500m: usage above it 0 minutes a day, $288 a year unused.')).toBeVisible();
    expect(slider).toHaveAttribute('aria-valuetext', '250m: usage above it 12 minutes a day, $64.00 a year unused');
    const rows = card.getAllByRole('row').map((row) => row.textContent);
    expect(rows).toEqual([
      'ModeRequestMin a day aboveUnused a year',
      'Cost savings200m43$38.40',
      'Balanced, in force250m12$64.00',
      'Max assurancethe minimum based on the last hour350m1.1$134',
      'Current request500m0$288',
    ]);
  });

  it('moves along the curve with the keyboard, with the marked values and with a press on the chart', async () => {
    const { card, slider } = await open(1_280);
    slider.focus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(await card.findByText(/^Request 300m: usage above it 3\.6 minutes a day/)).toBeVisible();
    await userEvent.keyboard('{Home}');
    expect(await card.findByText(/^Request 500m: usage above it 0 minutes a day/)).toBeVisible();
    await userEvent.keyboard('{End}');
    expect(await card.findByText(/^Request 50m: usage above it 980 minutes a day/)).toBeVisible();
    await userEvent.click(card.getByRole('button', { name: 'Choose 350m: Max assurance' }));
    expect(await card.findByText(/^Request 350m: usage above it 1\.1 minutes a day/)).toBeVisible();
    const chart = card.getByRole('img', { name: /^Unused part of the CPU request of app/ });
    // Near the upper left corner, where the price is highest.
    await userEvent.click(chart, { position: { x: 48, y: 12 } });
    expect(await card.findByText(/^Request 500m: usage above it/)).toBeVisible();
  });

  it('stores the chosen request in the address', async () => {
    const { slider, address } = await open(1_280);
    slider.focus();
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect(address.current).toBe('/ast/shop/web?request=app%2Fcpu%2F0.3'));
    cleanup();
    const again = await open(1_280, tradeOff, address.current);
    expect(again.card.getByText(/^Request 300m: usage above it 3\.6 minutes a day/)).toBeVisible();
  });

  it('is beside its table where there is room, and below all other cards', async () => {
    const { element, card } = await open(1_440);
    const placeOf = (role: string) => card.getByRole(role).getBoundingClientRect();
    await waitFor(() => expect(placeOf('table').left).toBeGreaterThan(placeOf('slider').right));
    await page.viewport(900, 900);
    await waitFor(() => {
      const others = screen.getAllByRole('region').filter((one) => one !== element);
      for (const other of others)
        expect(other.getBoundingClientRect().bottom).toBeLessThanOrEqual(element.getBoundingClientRect().top);
    });
  });

  it('opens the patch with the chosen request', async () => {
    const { card, slider, address } = await open(1_280);
    slider.focus();
    await userEvent.keyboard('{ArrowLeft}');
    await userEvent.click(card.getByRole('button', { name: 'Export with this request' }));
    // The order is not fixed, because the address stores the choice a moment later.
    await waitFor(() =>
      expect(address.current.split(/[?&]/).toSorted()).toEqual([
        '/ast/shop/web',
        'drawer=take',
        'request=app%2Fcpu%2F0.3',
      ]),
    );
    const drawer = within(await screen.findByRole('dialog', { name: 'Export as patch' }));
    expect(await drawer.findByText(/cpu: 300m/)).toBeVisible();
    expect(drawer.getByText(/memory: 1Gi/)).toBeVisible();
    const sentence = 'The CPU request of app is the one you chose, 300m. Suggested is 250m.';
    expect(
      drawer.getByText((_, element) => element?.tagName === 'P' && element.textContent === sentence),
    ).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(address.current).toBe('/ast/shop/web'));
    expect(card.getByText(/^Request 300m: usage above it/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Export as patch' }));
    const suggested = within(await screen.findByRole('dialog', { name: 'Export as patch' }));
    expect(await suggested.findByText(/cpu: 250m/)).toBeVisible();
  });

  it.each([1_280, 390])('has labels that do not overlap and stay in the chart at %i pixels', async (width) => {
    const close = {
      ...cpu,
      marks: [mark('current', 0.35), mark('cost_savings', 0.25), mark('balanced', 0.3), mark('max_assurance', 0.4)],
    };
    const { element } = await open(width, { ...tradeOff, requests: [close] });
    const labels = () =>
      [...element.querySelectorAll('svg text')].filter((text) =>
        /Today|Savings|Balanced|Assurance/.test(text.textContent),
      );
    await waitFor(() => expect(labels()).toHaveLength(4));
    const chart = element.querySelector('svg[role="img"]')?.getBoundingClientRect() ?? new DOMRect();
    const boxes = labels().map((label) => label.getBoundingClientRect());
    for (const [index, one] of boxes.entries()) {
      expect(one.left).toBeGreaterThanOrEqual(chart.left);
      expect(one.right).toBeLessThanOrEqual(chart.right);
      for (const other of boxes.slice(index + 1)) {
        const apart =
          one.right <= other.left ||
          other.right <= one.left ||
          one.bottom <= other.top + 1 ||
          other.bottom <= one.top + 1;
        expect(apart).toBe(true);
      }
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });

  it('joins marks at the same request, and shows shares where the price is unknown', async () => {
    const body = {
      ...tradeOff,
      replicas: null,
      requests: [
        {
          ...cpu,
          points: points.map((point) => ({ ...point, dollarsUnusedPerYear: null })),
          marks: ['current', 'cost_savings', 'balanced', 'max_assurance'].map((name) =>
            mark(name, 0.5, name === 'current' ? null : 'kept because the HPA follows it'),
          ),
          notes: ['All modes keep the request.'],
        },
      ],
    };
    const { card } = await open(1_280, body);
    expect(await card.findByText('Today, All modes')).toBeVisible();
    expect(card.getByText('All modes keep the request.')).toBeVisible();
    expect(card.queryByText('kept because the HPA follows it')).toBeNull();
    expect(card.getByText('Request 500m: usage above it 0 minutes a day, 63% unused.')).toBeVisible();
    expect(card.getByText('This is the current request.')).toBeVisible();
  });

  it('has a choice of containers and resources', async () => {
    const memory = {
      container: 'app',
      resource: 'memory',
      days: 14,
      points: points.map((point) => ({ ...point, request: point.request * 1e9 })),
      marks: [mark('balanced', 0.3 * 1e9)],
    };
    const { card } = await open(1_280, { ...tradeOff, requests: [cpu, memory] });
    await userEvent.selectOptions(card.getByRole('combobox', { name: 'Request' }), 'app · Memory');
    const text = 'Request 300M: usage above it 3.6 minutes a day, on 4 of 14 days, $96.00 a year unused.';
    expect(await card.findByText(text)).toBeVisible();
    expect(card.getByText('No request is set.')).toBeVisible();
  });

  it('is in the explanation too', async () => {
    await page.viewport(1_280, 900);
    const api = targetApi();
    api.answer(`${base}/explain`, { body: anExplanation({ requests: [anExplainedRequest()] }) });
    api.answer(`${base}/trade-off`, { body: tradeOff });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web?drawer=explain' });
    const drawer = within(await screen.findByRole('dialog', { name: 'How it was computed' }));
    expect(await drawer.findByRole('row', { name: 'Balanced, in force 250m 12 $64.00' })).toBeVisible();
  });

  it('is not shown by a server without it, and not asked for without explanations', async () => {
    const api = targetApi();
    api.answer(`${base}/explain`, { body: anExplanation() });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    await waitFor(() => expect(api.asked(`${base}/trade-off`)).toBe(1));
    expect(await screen.findByRole('button', { name: 'How it was computed' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Reliability and cost' })).toBeNull();
    expect(screen.queryByText(/no such call/)).toBeNull();
    cleanup();
    const foreign = targetApi();
    foreign.answer(`${base}/explain`, noSuchCall);
    renderApp({ fetch: foreign.fetch, path: '/ast/shop/web' });
    await waitFor(() => expect(foreign.asked(`${base}/explain`)).toBe(1));
    expect(await screen.findByText('Because the busy level says so.')).toBeVisible();
    expect(foreign.asked(`${base}/trade-off`)).toBe(0);
  });
});
