import { useQueryClient } from '@tanstack/react-query';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { noSuchCall } from '../../../testing/scripted-api.ts';
import { anExplainedRequest, anExplanation } from '../testing/explanation.ts';
import { base, pod, suggestion, targetApi, vertical } from '../testing/target-api.ts';

beforeEach(() => page.viewport(1280, 900));

const created = suggestion.created ?? '';
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const explanation = anExplanation({
  requests: [anExplainedRequest()],
  queries: [{ figure: 'usage', query: 'sum(rate(x[5m]))' }],
});

const forecastScore = { metric: 'cpu', horizonMinutes: 30, samples: 3_744, wape: 0.12, seasonalNaiveWape: 0.2 };
const reportCard = {
  namespace: 'shop',
  name: 'web',
  created,
  modelMode: 'balanced',
  window: { start: '2026-11-06T12:00:00Z', end: '2026-11-20T12:00:00Z' },
  suggestions: [],
  replays: [],
};

describe('the patch drawer', () => {
  it('shows the suggestion as a file in the format in the URL', async () => {
    const { address } = renderApp({ fetch: targetApi().fetch, path: '/ast/shop/web' });
    await userEvent.click(await screen.findByRole('button', { name: 'Export as patch' }));
    const drawer = await screen.findByRole('dialog', { name: 'Export as patch' });
    expect(await within(drawer).findByText(/kubectl patch deployment\/web/)).toBeVisible();
    await userEvent.click(within(drawer).getByRole('tab', { name: 'Helm values' }));
    await waitFor(() => expect(address.current).toBe('/ast/shop/web?drawer=take&format=helm'));
    expect(await within(drawer).findByText('shop-web-values.yaml')).toBeVisible();
    expect(await within(drawer).findByText(/cpu: 250m/)).toBeVisible();
  });

  it('sets what happens to the limits, if the server has policies for them', async () => {
    const api = targetApi({ spec: { ...vertical, limit_policy: null } });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web?drawer=take' });
    const choice = await screen.findByRole('combobox', { name: 'Limits' });
    expect(choice).toHaveDisplayValue('As configured for the server');
    const changed = { namespace: 'shop', name: 'web', spec: { ...vertical, limit_policy: 'ratio' } };
    // The answer of both calls of this path: the change, and the target.
    api.answer(base, {
      body: { ...changed, target: { current_replicas: 2, containers: [] }, aiscaletarget: changed },
    });
    await userEvent.selectOptions(choice, 'ratio');
    await waitFor(() => expect(choice).toHaveDisplayValue('Keep limit ÷ request'));
    await waitFor(() =>
      expect(api.requests.find(({ method }) => method === 'PATCH')?.body).toEqual({ limit_policy: 'ratio' }),
    );
    cleanup();
    renderApp({ fetch: targetApi().fetch, path: '/ast/shop/web?drawer=take' });
    expect(await screen.findByText(/kubectl patch deployment\/web/)).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Limits' })).toBeNull();
  });

  it('shows who changed the target in the meantime, and keeps its policy', async () => {
    const api = targetApi({ spec: { ...vertical, limit_policy: 'equal' } });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web?drawer=take' });
    const choice = await screen.findByRole('combobox', { name: 'Limits' });
    const error = 'AIScaleTarget "web" in namespace "shop" was changed by "kubectl-edit" at 2026-11-22T10:00:00Z.';
    api.answer(base, { status: 409, body: { errors: [error, 'Look at the target as it is now.'] } });
    await userEvent.selectOptions(choice, 'ratio');
    await screen.findByText(/was changed by "kubectl-edit" at 2026-11-22T10:00:00Z/);
    await waitFor(() => expect(choice).toHaveDisplayValue('Memory limit = request'));
  });

  it('raises a limit of the pods that the request exceeds, and says so', async () => {
    const limited = { name: 'app', image: 'app:1', cpu_limit: '100m' };
    const api = targetApi({ pods: [pod('web-1', { containers: [limited] })] });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web?drawer=take' });
    expect(await screen.findByText(/is above its limit of 100m, so the file raises the limit/)).toBeVisible();
  });

  it('shows why Kubernetes would reject the suggestion instead of a file', async () => {
    const one = { container: 'no_name', recommendations: [{ resource: 'cpu', value: 1 }] };
    const api = targetApi({ suggestion: { ...suggestion, resourceRecommendations: [one] } });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web?drawer=take' });
    expect(await screen.findByText('"no_name" is not a valid name of a container.')).toBeVisible();
    expect(screen.queryByText(/kubectl patch/)).toBeNull();
  });

  it('opens from its URL', async () => {
    renderApp({ fetch: targetApi().fetch, path: '/ast/shop/web?drawer=take&format=kustomize' });
    expect(await screen.findByText('kustomization.yaml')).toBeVisible();
  });
});

describe('the limit of a suggested request', () => {
  it('is next to it with its reason, if the server suggests limits', async () => {
    const reason = 'The limit rises from 200m, because the request is above it.';
    const recommendations = [{ resource: 'cpu', value: '250m', limit: 0.3, reason }];
    const api = targetApi({
      suggestion: { ...suggestion, resourceRecommendations: [{ container: 'app', recommendations }] },
    });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    const allocation = await screen.findByRole('region', { name: 'Pod Resource Allocation' });
    expect(await within(allocation).findByRole('columnheader', { name: 'New limit' })).toBeVisible();
    await userEvent.hover(within(allocation).getByRole('button', { name: '300m' }));
    expect(await screen.findByText(reason)).toBeVisible();
  });

  it.each([
    ['now 200m', { limits: { cpu: 0.2, memory: null } }],
    ['now none', { limits: { cpu: null, memory: null } }],
    ['', { limits: { cpu: 0.3, memory: null } }],
    ['', {}],
  ])('has the present limit below it if that is another one: "%s"', async (note, limits) => {
    const recommendations = [{ resource: 'cpu', value: '250m', limit: 0.3, reason: 'So that it fits.' }];
    const api = targetApi({
      suggestion: { ...suggestion, resourceRecommendations: [{ container: 'app', recommendations }] },
      containers: [{ name: 'app', average_requests: { cpu: 0.5, memory: 2 ** 30 }, ...limits }],
    });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    const allocation = await screen.findByRole('region', { name: 'Pod Resource Allocation' });
    const limit = await within(allocation).findByRole('button', { name: '300m' });
    expect(/now .*$/.exec(limit.closest('td')?.textContent ?? '')?.[0] ?? '').toBe(note);
  });
});

it('shows long amounts in the width of the card, without scrolling sideways', async () => {
  const recommendations = [
    { resource: 'memory', value: '883900000', limit: 1_210_000_000, reason: 'So that it fits.' },
  ];
  const api = targetApi({
    suggestion: { ...suggestion, resourceRecommendations: [{ container: 'app', recommendations }] },
    containers: [
      {
        name: 'app',
        average_requests: { cpu: 0.6, memory: 805_300_000 },
        limits: { cpu: null, memory: 1_510_000_000 },
      },
    ],
  });
  renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
  const allocation = await screen.findByRole('region', { name: 'Pod Resource Allocation' });
  const table = await within(allocation).findByRole('table');
  allocation.style.width = '352px';
  expect(within(allocation).getByText('now 1.51G')).toBeVisible();
  const parent = table.parentElement;
  expect(parent?.scrollWidth).toBe(parent?.clientWidth);
});

describe('how it was computed', () => {
  it('says that the explanation could not be loaded, and loads it on Retry', async () => {
    const api = targetApi();
    api.answer(`${base}/explain`, { status: 500, body: { errors: ['the cache is locked'] } });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web?drawer=explain' });
    const drawer = within(await screen.findByRole('dialog', { name: 'How it was computed' }));
    expect(await drawer.findByText('The explanation could not be loaded.')).toBeVisible();
    expect(await drawer.findByText(/Because the busy level says so/)).toBeVisible();
    api.answer(`${base}/explain`, { body: explanation });
    await userEvent.click(drawer.getByRole('button', { name: 'Retry' }));
    expect(await drawer.findByText(/one sample every/)).toBeVisible();
  });

  it('is shown as a tooltip and in a drawer if the server supports it', async () => {
    const api = targetApi();
    api.answer(`${base}/explain`, { body: explanation });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    const allocation = await screen.findByRole('region', { name: 'Pod Resource Allocation' });
    await userEvent.hover(await within(allocation).findByRole('button', { name: '250m' }));
    expect(
      await screen.findByText(
        /250m, rounded up: over 14 days, the mean cost of requests within 3% of it was at most 1% above the lowest\./,
      ),
    ).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'How it was computed' }));
    const drawer = await screen.findByRole('dialog', { name: 'How it was computed' });
    expect(await within(drawer).findByText('4,000 of 4,032')).toBeVisible();
    expect(within(drawer).getByText('sum(rate(x[5m]))')).toBeVisible();
    expect(within(drawer).queryByText('Report card')).toBeNull();
  });

  it('does not move the export when its button arrives', async () => {
    const answer = Promise.withResolvers<{ body: typeof explanation }>();
    const api = targetApi();
    api.answer(`${base}/explain`, () => answer.promise);
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    const button = await screen.findByRole('button', { name: 'Export as patch' });
    await waitFor(() => expect(button).toBeEnabled());
    const before = button.getBoundingClientRect().left;
    answer.resolve({ body: explanation });
    expect(await screen.findByRole('button', { name: 'How it was computed' })).toBeVisible();
    expect(button.getBoundingClientRect().left).toBe(before);
  });

  it('shows the usage as a picture with its marks, and folds the figures', async () => {
    const usage = {
      container: 'app',
      resource: 'cpu',
      end: created,
      days: 14,
      samples: { found: 4_000, expected: 4_032 },
      lowest: 0,
      step: 0.05,
      counts: [2_000, 1_500, 400, 80, 20],
      p98: 0.19,
      peak: 0.25,
      dayPeaks: [0.2, 0.25, 0.2],
    };
    const api = targetApi();
    api.answer(`${base}/explain`, { body: { ...explanation, usage: [usage] } });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web?drawer=explain' });
    const drawer = await screen.findByRole('dialog', { name: 'How it was computed' });
    const picture = await within(drawer).findByRole('img', { name: /^Distribution of the CPU usage of app: from 0/ });
    expect(picture.textContent).toContain('Suggested 250m');
    expect(within(drawer).getByRole('row', { name: 'Request 500m never' })).toBeVisible();
    expect(within(drawer).getByRole('row', { name: 'Suggested 250m 1.0%' })).toBeVisible();
    expect(within(drawer).getByText('Confidence high: 14 of 14 days')).toBeVisible();
    const samples = within(drawer).getByText('4,000 of 4,032');
    expect(samples).not.toBeVisible();
    const fold = drawer.querySelector('summary');
    fold?.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(samples).toBeVisible());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(samples).not.toBeVisible());
    window.dispatchEvent(new Event('beforeprint'));
    await waitFor(() => expect(samples).toBeVisible());
    window.dispatchEvent(new Event('afterprint'));
    await waitFor(() => expect(samples).not.toBeVisible());
  });

  it('says since when and why the suggestion is in force, and that it was compared with newer samples', async () => {
    const api = targetApi();
    const published = {
      ...explanation,
      id: 'a',
      publishedBecause: 'It differs from the suggestion before it by 10% or more: cpu of app.',
    };
    api.answer(`${base}/explain`, { body: { ...published, created: hoursAgo(3.1), checked: hoursAgo(0.1) } });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web?drawer=explain' });
    const sentence =
      'Published 3 h ago; still within 10% of the newest computation. It differs from the suggestion before it by 10% or more: cpu of app.';
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it('has a report card with the coverage of the band, if the server measures it', async () => {
    const api = targetApi();
    api.answer(`${base}/explain`, { body: explanation });
    api.answer(`${base}/report-card`, { body: { ...reportCard, forecasts: [{ ...forecastScore, coverage: 0.79 }] } });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web?drawer=explain' });
    const row = await screen.findByRole('row', { name: 'CPU 30 min 12.0% 20.0% 79.0%' });
    expect(row).toBeVisible();
    cleanup();
    api.answer(`${base}/report-card`, { body: { ...reportCard, forecasts: [forecastScore] } });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web?drawer=explain' });
    expect(await screen.findByRole('row', { name: 'CPU 30 min 12.0% 20.0%' })).toBeVisible();
    expect(screen.queryByText('In band')).toBeNull();
  });

  it('is omitted if the server does not have the call, which is sent once', async () => {
    const api = targetApi();
    api.answer(`${base}/explain`, noSuchCall);
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    expect(await screen.findByText('Because the busy level says so.')).toBeVisible();
    await waitFor(() => expect(api.asked(`${base}/explain`)).toBe(1));
    expect(screen.queryByRole('button', { name: 'How it was computed' })).toBeNull();
    expect(screen.queryByText(/no such call/)).toBeNull();
  });
});

describe('the pod modal while the list changes', () => {
  it('shows the newest data, stays open after a failed poll, and closes if the pod is gone', async () => {
    const api = targetApi({ pods: [pod('web-1')] });
    let askAgain: () => Promise<unknown> = Promise.resolve.bind(Promise);
    // The page's poll does the same every 30 seconds.
    function Poll() {
      const queryClient = useQueryClient();
      askAgain = () => queryClient.refetchQueries({ queryKey: ['targets.pods'] });
      return null;
    }
    const path = '/ast/shop/web?pod=web-1&metric=memory';
    const { address } = renderApp({ fetch: api.fetch, path, beside: <Poll /> });
    const modal = await screen.findByRole('dialog', { name: 'web-1' });
    api.answer(`${base}/pods`, { body: { items: [pod('web-1', { status: 'Terminating' })] } });
    await askAgain();
    await waitFor(() => expect(modal.textContent).toContain('Terminating'));
    api.answer(`${base}/pods`, { status: 500, body: { errors: ['down'] } });
    await askAgain();
    expect(await screen.findByText(/could not be refreshed/)).toBeInTheDocument();
    expect(modal.textContent).toContain('Terminating');
    api.answer(`${base}/pods`, { body: { items: [pod('web-2')] } });
    await askAgain();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(address.current).toBe('/ast/shop/web'));
  });
});
