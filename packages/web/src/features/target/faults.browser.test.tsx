import { useQueryClient } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';
import { base, pod, stopPolls, suggestion, type TargetScript, targetApi } from './testing/target-api.ts';

beforeEach(stopPolls);

const both = { horizontal: { mode: 'rec' }, vertical: { mode: 'rec' } };
const card = (name: string) => screen.findByRole('region', { name });
const pageText = () => document.querySelector('main')?.textContent ?? '';
const path = '/ast/shop/web';

/** Texts that show that an invalid number or date was rendered. */
const slips = /NaN|Infinity|undefined|null|\[object|Invalid/;

const never = (): Promise<unknown> => Promise.reject(new Error('The page has not been rendered yet.'));

/** Renders the page. Returns a function that refetches queries as the polls do. */
function openWithPoll(script: TargetScript = {}) {
  const api = targetApi(script);
  let askAgain: (keys: readonly string[]) => Promise<unknown> = never;
  function Poll() {
    const queryClient = useQueryClient();
    askAgain = (keys) => Promise.all(keys.map((key) => queryClient.refetchQueries({ queryKey: [key] })));
    return null;
  }
  renderApp({ fetch: api.fetch, path, beside: <Poll /> });
  return { api, askAgain: (...keys: string[]) => act(() => askAgain(keys)) };
}

describe('a target call that fails with 500', () => {
  it.each(['failed to get target scale: the API server is gone', 'Deployment "web" not found'])(
    'shows a toast if the message contains only one of the two fragments: %s',
    async (message) => {
      const api = targetApi();
      api.answer(base, { status: 500, body: { errors: [message] } });
      renderApp({ fetch: api.fetch, path });
      const toasts = await screen.findByRole('region', { name: 'Notifications' });
      expect(await within(toasts).findByText(`API Error: 500 - ${message}`)).toBeVisible();
      expect(screen.queryByText(/Has it been renamed or deleted/)).toBeNull();
      expect(api.asked(base)).toBe(1);
    },
  );

  it('is sent once if all calls fail', async () => {
    const api = targetApi();
    const failing = [base, `${base}/suggestions`, `${base}/metrics/current`, '/v1/metrics/shop/web/catalog'];
    // All fail together, because a toast counts only what comes within five seconds.
    const { promise: outage, resolve: begin } = Promise.withResolvers<void>();
    const fail = async () => {
      await outage;
      return { status: 500, body: { errors: ['the database is away'] } };
    };
    for (const one of failing) api.answer(one, fail);
    renderApp({ fetch: api.fetch, path });
    await waitFor(() => expect(failing.map(api.asked)).toEqual([1, 1, 1, 1]));
    begin();
    expect(await screen.findByText('The target could not be loaded.')).toBeVisible();
    expect(await screen.findByText(/×4$/)).toBeVisible();
    expect(failing.map(api.asked)).toEqual([1, 1, 1, 1]);
  });

  it('shows one toast with a counter during an outage', async () => {
    const { api, askAgain } = openWithPoll();
    const utilization = await card('Resource Utilization');
    await waitFor(() => expect(utilization.textContent).toContain('80.0%'));
    const down = { status: 500, body: { errors: ['the network is slow today'] } };
    api.answer(base, down);
    for (const one of ['metrics/current', 'suggestions']) api.answer(`${base}/${one}`, down);
    await askAgain('targets.get', 'metrics.current', 'suggestions.list');
    const toast = await screen.findByText('API Error: 500 - the network is slow today');
    await waitFor(() => expect(toast.parentElement?.textContent).toMatch(/×3$/));
    // The loaded data stays on the page.
    expect(within(utilization).getByText('80.0%')).toBeVisible();
  });
});

describe('names such as constructor and __proto__', () => {
  it('are handled like other container names', async () => {
    const names = ['constructor', '__proto__'];
    const { api } = openWithPoll({
      spec: { vertical: { mode: 'auto', containers: { app: { cpu: {} } } } },
      containers: names.map((name) => ({ name, average_requests: { cpu: 1 } })),
      current: {
        containers: names.map((name, index) => ({
          name,
          metrics: [{ name: 'cpu', averageValue: 0.25 * (index + 1), averageRequest: 1 }],
        })),
      },
      suggestion: {
        ...suggestion,
        resourceRecommendations: names.map((container) => ({
          container,
          recommendations: [{ resource: 'cpu', value: '500m' }],
        })),
      },
    });
    const utilization = await card('Resource Utilization');
    await waitFor(() => expect(utilization.textContent).toContain('25.0%'));
    expect(utilization.textContent).toContain('50.0%');
    expect(within(utilization).queryByRole('img', { name: 'Managed' })).toBeNull();
    const allocation = await card('Pod Resource Allocation');
    const headings = await within(allocation).findAllByRole('heading', { level: 3 });
    expect(headings.map(({ textContent }) => textContent)).toEqual(names);
    expect(api.asked(base)).toBe(1);
  });
});

describe('a name with characters that have a meaning in URLs', () => {
  it.each(['a/b?c=d#e%2Ff%00', '100%', '👩‍👩‍👧‍👦'])('is encoded correctly: %s', async (name) => {
    const api = targetApi({}, [name]);
    renderApp({ fetch: api.fetch, path: `/ast/shop/${encodeURIComponent(name)}` });
    expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
    await waitFor(() =>
      expect(api.requests.map((request) => request.path)).toContain(`/v1/ast/shop/${encodeURIComponent(name)}`),
    );
  });
});

describe('invalid figures', () => {
  it('are shown as dashes', async () => {
    openWithPoll({
      spec: both,
      containers: [{ name: 'app', average_requests: { cpu: 0, memory: null } }],
      current: { containers: [{ name: 'app', metrics: [{ name: 'cpu', averageValue: null, averageRequest: null }] }] },
      hpa: { min_replicas: 0, max_replicas: 0 },
      suggestion: { ...suggestion, suggestedReplicas: 3, currentReplicas: null, minReplicas: null, maxReplicas: null },
      savings: {
        horizontalCost: { raw: null, withSuggestions: 'NaN' },
        verticalCost: { raw: '+Inf', withSuggestions: null },
      },
    });
    const replicas = await card('Replica Suggestion');
    await waitFor(() => expect(within(replicas).getByText('Min').parentElement?.textContent).toBe('Min—'));
    expect(await screen.findByText('No pre-autonomous mode data found')).toBeVisible();
    expect(await screen.findByText('Container app has no CPU requests set! Consider setting requests.')).toBeVisible();
    expect(pageText()).not.toMatch(slips);
  });

  it('stay readable if they are very large', async () => {
    openWithPoll({
      spec: both,
      replicas: 2 ** 53 - 1,
      containers: [{ name: 'app', average_requests: { cpu: 1e21, memory: 2 ** 80 } }],
      current: {
        containers: [{ name: 'app', metrics: [{ name: 'memory', averageValue: 1e21, averageRequest: 2 ** 80 }] }],
      },
      hpa: { min_replicas: 1, max_replicas: 999_950 },
      savings: {
        horizontalCost: { raw: 1e18, withSuggestions: 0 },
        verticalCost: { raw: 1, withSuggestions: 1 },
      },
    });
    await waitFor(() => expect(pageText()).toContain('1 – 999,950'));
    await waitFor(() => expect(pageText()).toContain('Yearly Waste$8760E'));
    expect(pageText()).not.toMatch(/\de\+\d/);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
  });

  it.each(['', '0001-01-01T00:00:00Z', '+99999-01-01T00:00:00Z', 'soon'])(
    'are dashes if the date is %j, and the page keeps working',
    async (created) => {
      openWithPoll({ spec: both, suggestion: { ...suggestion, created }, pods: [pod('web-1', { created })] });
      const replicas = await card('Replica Suggestion');
      await waitFor(() => expect(replicas.textContent).toContain('2 pods'));
      expect(pageText()).not.toMatch(slips);
      await waitFor(() => expect(screen.getByText(/^Last forecast:/).textContent).toBe('Last forecast: —'));
      const pods = await card('Pods');
      const link = await within(pods).findByRole('link', { name: 'View web-1' });
      act(() => link.click());
      const modal = await screen.findByRole('dialog', { name: 'web-1' });
      expect(within(modal).getByText('Created').parentElement?.textContent).not.toMatch(slips);
    },
  );
});
