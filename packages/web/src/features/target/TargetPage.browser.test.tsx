import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderApp } from '../../testing/render-app.tsx';
import {
  autonomousSpec,
  base,
  coresComparison,
  seriesOf,
  suggestion,
  type TargetScript,
  targetApi,
  vertical,
} from './testing/target-api.ts';

const both = { horizontal: { mode: 'rec' }, vertical: { mode: 'rec' } };
const workloadMissing = { status: 500, body: { errors: ['failed to get target scale: Deployment "web" not found'] } };

function open(script: TargetScript = {}, path = '/ast/shop/web', extra: object = {}) {
  const api = targetApi(script);
  const app = renderApp({ fetch: api.fetch, path, configuration: { extra: { ...extra } } });
  return { api, ...app };
}

const textOf = (element: Element | null | undefined) => element?.textContent ?? '';
const card = (name: string) => screen.findByRole('region', { name });
async function stat(term: string | RegExp) {
  const found = await screen.findByText(term, { selector: 'dt, dt *' });
  return within(found.closest('dl') ?? document.body)
    .getByText(term)
    .closest('div')
    ?.querySelector('dd');
}

describe('the header', () => {
  it('shows a spinner while the last forecast is unknown, then its age, which ticks', async () => {
    const api = targetApi();
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    api.answer(`${base}/suggestions`, async () => {
      await held;
      return { body: { items: [{ ...suggestion, created: new Date(now - 58_000).toISOString() }] } };
    });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    expect(await screen.findByRole('status', { name: 'Loading the last forecast' })).toBeVisible();
    release();
    expect(await screen.findByText('58 s ago')).toBeVisible();
    clock.mockReturnValue(now + 2_000);
    expect(await screen.findByText('1 min ago')).toBeVisible();
  });

  it("shows 'In progress' without a forecast", async () => {
    open({ suggestion: null });
    expect(await screen.findByText('In progress')).toBeVisible();
    expect(await screen.findByRole('heading', { level: 1, name: 'web' })).toBeVisible();
    expect(document.title).toContain('web');
  });

  it('has tabs only if the event simulator is on', async () => {
    const { address } = open({}, '/ast/shop/web', { event_simulator: true });
    expect(await screen.findByRole('tab', { name: 'AST Details' })).toHaveAttribute('aria-selected', 'true');
    await userEvent.click(screen.getByRole('tab', { name: /Event Simulator/ }));
    await waitFor(() => expect(address.current).toBe('/ast/shop/web/event-simulator'));
    await waitFor(() => expect(screen.getByRole('tab', { name: /Event Simulator/ })).toHaveFocus());
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect(address.current).toBe('/ast/shop/web'));
    await waitFor(() => expect(screen.getByRole('tab', { name: 'AST Details' })).toHaveFocus());
    cleanup();
    open();
    await screen.findByRole('heading', { level: 1, name: 'web' });
    expect(screen.queryByRole('tab', { name: 'AST Details' })).toBeNull();
  });
});

describe('the stats row', () => {
  it('shows mode, scaling, replicas and the larger gap as Yearly Waste', async () => {
    open({ spec: both });
    await waitFor(async () => expect(textOf(await stat('Mode'))).toContain('Recommendation'));
    await waitFor(async () => expect(textOf(await stat('Scaling'))).toContain('Multi dimensional'));
    await waitFor(async () => expect(textOf(await stat('Replicas (Min – Max)'))).toContain('1 – 9'));
    await waitFor(async () => expect(textOf(await stat('Yearly Waste'))).toContain('$4,380.00'));
  });

  it.each([
    [
      'Resources Needed',
      vertical,
      { verticalCost: { raw: 0.5, withSuggestions: 1 } },
      undefined,
      '$4,380.00',
      /insufficient resources/,
    ],
    [
      'Yearly Waste',
      vertical,
      { verticalCost: { raw: 1, withSuggestions: 1 } },
      undefined,
      'No pre-autonomous mode data found',
      null,
    ],
    ['Yearly Savings', autonomousSpec, undefined, coresComparison(4, 2), '$876.00', null],
    ['Resources Added', autonomousSpec, undefined, coresComparison(2, 4), '$876.00', /automatically right-size/],
    ['Yearly Savings', autonomousSpec, undefined, coresComparison(null, 2), 'No pre-autonomous mode data found', null],
  ])('shows %s', async (label, spec, savings, compared, text, tooltip) => {
    open({
      spec,
      ...(savings ? { savings: { horizontalCost: { raw: 1, withSuggestions: null }, ...savings } } : {}),
      ...(compared ? { comparison: compared } : {}),
    });
    await waitFor(async () => expect(textOf(await stat(label))).toContain(text));
    if (tooltip === null) return;
    await userEvent.hover(screen.getByRole('heading', { level: 1 }));
    await userEvent.hover(screen.getByText(label));
    expect(textOf(await screen.findByRole('tooltip'))).toMatch(tooltip);
  });
});

it('explains the yearly figure, and what all suggestions together save', async () => {
  const pair = { raw: 1, withSuggestions: 0.5 };
  open({ spec: both, savings: { horizontalCost: pair, verticalCost: pair, net_hourly_savings: 0.75 } });
  const figure = await screen.findByRole('button', { name: '$4,380.00' });
  await userEvent.hover(figure);
  const text = textOf(await screen.findByRole('tooltip'));
  expect(text).toContain('$1.00 an hour now, $0.50 with the suggested');
  expect(text).toContain('Applying all suggestions together saves $6,570 a year.');
});

describe('an unknown figure', () => {
  it('shows a spinner while it loads', async () => {
    const api = targetApi({ spec: vertical });
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    api.answer(`${base}/potential-savings/average`, async () => {
      await held;
      return { body: { horizontalCost: null, verticalCost: { raw: 1, withSuggestions: 0.5 } } };
    });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    expect(await screen.findByRole('status', { name: 'Loading the yearly figure' })).toBeVisible();
    release?.();
    await waitFor(async () => expect(textOf(await stat('Yearly Waste'))).toBe('$4,380.00'));
  });

  it('is a dash if its call failed, and not the text for missing data', async () => {
    const api = targetApi({ spec: vertical });
    api.answer(`${base}/potential-savings/average`, { status: 501, body: { errors: ['not there yet'] } });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    await waitFor(async () => expect(textOf(await stat('Yearly Waste'))).toBe('—'));
    await userEvent.hover(within((await stat('Yearly Waste')) ?? document.body).getByText('—'));
    expect(textOf(await screen.findByRole('tooltip'))).toContain('could not be loaded');
  });

  it('is one dash for replicas without bounds, and no count if none was sent', async () => {
    const api = targetApi();
    api.answer(base, {
      body: {
        target: { current_replicas: null, containers: [] },
        aiscaletarget: { namespace: 'shop', name: 'web', spec: vertical },
        horizontalpodautoscaler: { min_replicas: null, max_replicas: null },
      },
    });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    await waitFor(async () => expect(textOf(await stat('Replicas (Min – Max)'))).toBe('—'));
  });
});

describe('the suggestions', () => {
  it("labels the replicas 'Balanced', and colors the current count by its difference", async () => {
    open({ spec: both });
    const replicas = await card('Replica Suggestion');
    expect(await within(replicas).findByText('Balanced')).toBeVisible();
    await waitFor(() => expect(textOf(replicas)).toContain('2 pods'));
    expect(within(replicas).getByRole('img', { name: 'More:' })).toBeVisible();
    expect(within(replicas).getByText(', differs from the suggestion').closest('dd')).toHaveClass('text-danger');
    expect(within(replicas).getByText(/^\d\d:\d\d$|^\w{3} \d+, \d\d:\d\d$/)).toBeVisible();
  });

  it('accepts a count within 10%', async () => {
    open({ spec: both, suggestion: { ...suggestion, currentReplicas: 9, suggestedReplicas: 10 } });
    const replicas = await card('Replica Suggestion');
    const matches = await within(replicas).findByText(', matches the suggestion');
    expect(matches.closest('dd')).toHaveClass('text-savings');
    expect(textOf(replicas)).toContain('1 pod');
  });

  it('says nothing about a current count that is unknown', async () => {
    const api = targetApi({ suggestion: { ...suggestion, currentReplicas: null } });
    api.answer(base, {
      body: {
        target: { current_replicas: null, containers: [] },
        aiscaletarget: { namespace: 'shop', name: 'web', spec: both },
      },
    });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    const replicas = await card('Replica Suggestion');
    await waitFor(() => expect(textOf(replicas)).toMatch(/Current—Min2Max8\s*4 suggested$/));
    expect(replicas.querySelector('.text-danger, .text-savings')).toBeNull();
  });

  it('shows the cards for the scaling direction', async () => {
    open({ spec: vertical });
    const allocation = await card('Pod Resource Allocation');
    await waitFor(() => expect(textOf(allocation)).toContain('CPU 500m→250m'));
    expect(textOf(allocation)).toContain('50%');
    expect(screen.queryByRole('region', { name: 'Replica Suggestion' })).toBeNull();
  });

  it("shows 'No Recommendations', also if no change is finite", async () => {
    open({
      spec: both,
      containers: [{ name: 'app', average_requests: { cpu: 0 } }],
      suggestion: { ...suggestion, suggestedReplicas: null },
    });
    const allocation = within(await card('Pod Resource Allocation'));
    expect(await allocation.findByText('No Recommendations')).toBeVisible();
    expect(await within(await card('Replica Suggestion')).findByText('No Recommendations')).toBeVisible();
    expect(await screen.findByText(/The suggestion sets app: CPU 250m, app: Memory 1\.07G\.$/)).toBeVisible();
    expect(screen.queryByText(/appears here when/)).toBeNull();
  });

  it('says on each card why the server suggests nothing', async () => {
    const reason = 'No replicas are suggested, because the HPA follows queue and not CPU or memory.';
    open({ spec: both, suggestion: null, reason });
    for (const title of ['Replica Suggestion', 'Pod Resource Allocation'])
      expect(await within(await card(title)).findByText(reason)).toBeVisible();
  });

  it('lists a suggested request that has no current one to compare with below the others', async () => {
    open({ spec: both, containers: [{ name: 'app', average_requests: { memory: 2 ** 30 } }] });
    const allocation = await card('Pod Resource Allocation');
    expect(await within(allocation).findByRole('row', { name: /Memory/ })).toBeVisible();
    expect(within(allocation).getByText(/The suggestion sets app: CPU 250m\.$/)).toBeVisible();
  });

  it('names the source that fails, in the cards that lack its data', async () => {
    const problem = 'Usage of shop/web is missing: the cAdvisor of its node pool answers with errors.';
    const current = { containers: [{ name: 'app', metrics: [{ name: 'cpu', averageValue: null }] }] };
    open({
      spec: both,
      suggestion: null,
      current,
      series: seriesOf('cpu', []),
      comparison: { ...coresComparison(4, null), problem },
    });
    for (const name of ['Replica Suggestion', 'Pod Resource Allocation', 'Actual vs predicted usage'])
      expect(await within(await card(name)).findByText(problem)).toBeVisible();
    expect(screen.queryByText(/longer range may/)).toBeNull();
  });

  it('explains that the suggestions failed to load, and keeps the rest of the page', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const api = targetApi({ spec: both });
    const missing = { status: 501, body: { errors: ['not there yet'] } };
    for (const path of ['/suggestions', '/metrics', '/metrics/current', '/potential-savings/average'])
      api.answer(`${base}${path}`, missing);
    api.answer('/v1/metrics/shop/web/catalog', missing);
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    expect(await within(await card('Replica Suggestion')).findByText(/could not be loaded/)).toBeVisible();
    expect(await screen.findByText('No data available')).toBeVisible();
    await waitFor(() =>
      expect(logged).toHaveBeenCalledWith('[trimtab] Error fetching metrics time series', expect.anything()),
    );
    await waitFor(async () => expect(textOf(await stat('Scaling'))).toContain('Multi dimensional'));
  });
});

describe('the allocation', () => {
  it.each([
    ['525m', 'Matches within 10%', '5%'],
    ['550m', 'Matches within 10%', '10%'],
    // The difference is 10% of the suggestion, but 11% of the request.
    ['555m', 'Increase', '11%'],
  ])('shows a check mark if the suggestion is within 10% of the request: %s', async (value, label, percent) => {
    const recommendations = [{ resource: 'cpu', value }];
    const resourceRecommendations = [{ container: 'app', recommendations }];
    renderApp({ fetch: targetApi({ suggestion: { resourceRecommendations } }).fetch, path: '/ast/shop/web' });
    const row = await within(await card('Pod Resource Allocation')).findByRole('row', { name: /CPU/ });
    expect(within(row).getByRole('img', { name: label })).toBeVisible();
    expect(row.textContent).toContain(percent);
  });
});

describe('a missing workload', () => {
  it('shows a banner, hides the pods and shows a dash for the figure', async () => {
    const api = targetApi({ spec: vertical });
    api.answer(base, workloadMissing);
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    const banner = await screen.findByText('"web" not found. Has it been renamed or deleted?');
    expect(banner).toBeVisible();
    await waitFor(async () => expect(textOf(await stat('Yearly Waste'))).toMatch(/^—$/));
    expect(screen.queryByRole('region', { name: 'Pods' })).toBeNull();
    expect(api.asked(`${base}/pods`)).toBe(0);
    expect(screen.queryByText(/API Error: 500/)).toBeNull();
  });

  it('shows that autonomous mode has been paused', async () => {
    const api = targetApi({ spec: autonomousSpec });
    api.answer(base, workloadMissing);
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    expect(await screen.findByText(/Autonomous mode has been paused/)).toBeVisible();
  });

  it('shows no forecast of it, neither as in progress nor in the chart', async () => {
    const series = seriesOf('cpu', [null, null, null]);
    const metrics = series.metrics.map((one) => ({ ...one, predicted: [1, 1, 1] }));
    const api = targetApi({ spec: vertical, suggestion: null, series: { ...series, metrics } });
    api.answer(base, workloadMissing);
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    expect(await within(await card('Actual vs predicted usage')).findByText('No data available')).toBeVisible();
    await waitFor(() => expect(textOf(screen.getByText('Last forecast:'))).toMatch(/—$/));
    expect(screen.queryByText('In progress')).toBeNull();
  });

  it('leaves no card loading, and offers no export', async () => {
    const api = targetApi({ spec: vertical });
    api.answer(base, workloadMissing);
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    const allocation = await card('Pod Resource Allocation');
    expect(await within(allocation).findByText('There is no workload to compare a suggestion with.')).toBeVisible();
    expect(
      await within(await card('Resource Utilization')).findByText('No workload is running for this target.'),
    ).toBeVisible();
    expect(await within(await card('Why')).findByText(/Because the busy level says so/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Export as patch' })).toBeNull();
  });

  it('differs from any other failure', async () => {
    const api = targetApi();
    api.answer(base, { status: 500, body: { errors: ['failed to get target scale: timeout'] } });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    expect(await screen.findByText('The target could not be loaded.')).toBeVisible();
    expect(await screen.findByText('API Error: 500 - failed to get target scale: timeout')).toBeVisible();
    const utilization = await card('Resource Utilization');
    await waitFor(() => expect(textOf(utilization)).toContain('—'));
    expect(utilization).not.toHaveTextContent('no known containers');
    const allocation = await card('Pod Resource Allocation');
    expect(
      await within(allocation).findByText('The suggestion is shown here when the target has been loaded.'),
    ).toBeVisible();
    expect(allocation).not.toHaveTextContent('No Recommendations');
    api.answer(base, targetAnswer);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(async () => expect(textOf(await stat('Replicas (Min – Max)'))).toContain('1 running'));
  });

  it('differs from a target that is not enrolled', async () => {
    const api = targetApi();
    const unknown = { status: 404, body: { errors: ['no such target'] } };
    const others = [`${base}/suggestions`, '/v1/metrics/shop/web/catalog'];
    for (const path of [base, ...others]) api.answer(path, unknown);
    renderApp({ fetch: api.fetch, path: '/ast/shop/web?pod=web-1&metric=<script>' });
    expect(await screen.findByText('No target of this name is enrolled')).toBeVisible();
    await waitFor(() => expect(others.map(api.asked)).toEqual([1, 1]));
    await new Promise(requestAnimationFrame);
    // The page shows the failure, so there is no toast.
    expect(screen.queryByText(/API Error: 404/)).toBeNull();
  });

  it.each(['suggestions', 'metrics/current'])('hides no other failure: %s', async (call) => {
    const api = targetApi();
    const unknown = { status: 404, body: { errors: ['no such target'] } };
    for (const path of [base, '/v1/metrics/shop/web/catalog', `${base}/suggestions`, `${base}/metrics/current`])
      api.answer(path, unknown);
    api.answer(`${base}/${call}`, { status: 500, body: { errors: ['the database is away'] } });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    expect(await screen.findByText('No target of this name is enrolled')).toBeVisible();
    expect(await screen.findByText('API Error: 500 - the database is away')).toBeVisible();
    expect(screen.queryByText(/API Error: 404/)).toBeNull();
  });
});

const targetAnswer = {
  body: {
    target: { current_replicas: 1, containers: [] },
    aiscaletarget: { namespace: 'shop', name: 'web', spec: vertical },
  },
};
