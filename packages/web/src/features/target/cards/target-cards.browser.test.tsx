import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { anExplainedRequest, anExplanation } from '../testing/explanation.ts';
import {
  autonomousSpec,
  base,
  pod,
  readings,
  suggestion,
  type TargetScript,
  targetApi,
} from '../testing/target-api.ts';

function open(script: TargetScript = {}, path = '/ast/shop/web') {
  const api = targetApi(script);
  return { api, ...renderApp({ fetch: api.fetch, path }) };
}

const textOf = (element: Element | null | undefined) => element?.textContent ?? '';
const card = (name: string) => screen.findByRole('region', { name });
const banner = (text: RegExp) => screen.getByText(text).closest<HTMLElement>('[role="status"]');
const place = async () => (await card('Resource Utilization')).getBoundingClientRect().top;

describe('the columns', () => {
  it('keep their widths with long names', async () => {
    await page.viewport(1440, 900);
    const name = 'n'.repeat(253);
    open({
      containers: [{ name, average_requests: { cpu: 0.5 } }],
      suggestion: {
        ...suggestion,
        why: `${name} CPU 250m.`,
        resourceRecommendations: [{ container: name, recommendations: [{ resource: 'cpu', value: '250m' }] }],
      },
    });
    const allocation = await card('Pod Resource Allocation');
    await waitFor(() => expect(textOf(allocation)).toContain(name));
    expect(allocation.getBoundingClientRect().width).toBe(352);
    expect((await card('Why')).getBoundingClientRect().width).toBe(352);
  });

  it('show the requests and the limits of a pod without scrolling', async () => {
    await page.viewport(1440, 900);
    open({
      spec: { vertical: { mode: 'auto', containers: { app: { cpu: {}, memory: {} } } } },
      containers: [
        { name: 'app', average_requests: { cpu: 0.25, memory: 402.7e6 }, limits: { cpu: 0.5, memory: 604e6 } },
      ],
      suggestion: {
        ...suggestion,
        resourceRecommendations: [
          {
            container: 'app',
            recommendations: [
              { resource: 'cpu', value: '518m', limit: '519m' },
              { resource: 'memory', value: '836Mi', limit: '836Mi' },
            ],
          },
        ],
      },
    });
    const allocation = await card('Pod Resource Allocation');
    expect(await within(allocation).findByText('now 604M')).toBeVisible();
    const table = within(allocation).getByRole('table').getBoundingClientRect();
    expect(table.right).toBeLessThanOrEqual(allocation.getBoundingClientRect().right);
    const cells = [...within(allocation).getByRole('row', { name: /^Memory/ }).children];
    const [label, request] = cells.map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getBoundingClientRect();
    });
    // The label and the first amount do not read as one word.
    expect((request?.left ?? 0) - (label?.right ?? 0)).toBeGreaterThanOrEqual(8);
    for (const width of [960, 360]) {
      await page.viewport(width, 800);
      const frame = within(allocation).getByRole('table').parentElement;
      await waitFor(() => expect(frame?.scrollWidth).toBe(frame?.clientWidth));
    }
  });

  it('leave no empty column if the target could not be loaded', async () => {
    await page.viewport(1440, 900);
    const api = targetApi();
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const down = { status: 503, body: { errors: ['away'] } };
    for (const path of [base, '/v1/ast', `${base}/suggestions`]) api.answer(path, down);
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    const failure = await screen.findByText('The target could not be loaded.');
    await waitFor(() => expect(logged).toHaveBeenCalledWith('[trimtab] targets.pages failed.', expect.anything()));
    expect(await screen.findByText('Yearly Waste or Savings')).toBeVisible();
    const left = () => failure.closest('section')?.getBoundingClientRect().left;
    await waitFor(async () => expect((await card('Resource Utilization')).getBoundingClientRect().left).toBe(left()));
  });
});

describe('health', () => {
  it('shows a skeleton while the utilization loads', async () => {
    const api = targetApi();
    api.answer(`${base}/metrics/current`, () => new Promise(() => undefined));
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    expect(await card('Resource Utilization')).toBeVisible();
    expect(await card('Actual vs predicted usage')).toBeVisible();
    expect(screen.queryByText(/utilization is not known/)).toBeNull();
  });

  it('shows every risk of a target in recommendation mode', async () => {
    open({
      current: readings(0.1, 2 * 2 ** 30),
      containers: [{ name: 'app', average_requests: { cpu: 0.5, memory: 2 ** 30 } }],
    });
    expect(await screen.findByText('CPU is over provisioned! Consider decreasing the request.')).toBeVisible();
    expect(await screen.findByText('MEMORY is under provisioned! Consider increasing the request.')).toBeVisible();
  });

  it('marks high risks, and says when the suggestion does not follow a risk', async () => {
    const api = targetApi({
      current: readings(0.1, 2 * 2 ** 30),
      suggestion: {
        ...suggestion,
        resourceRecommendations: [
          {
            container: 'app',
            recommendations: [
              { resource: 'cpu', value: '500m' },
              { resource: 'memory', value: '2Gi' },
            ],
          },
        ],
      },
    });
    const adjusted = { reason: 'kept because the HPA follows it', ruled: 0.2 };
    const held = anExplanation({ requests: [anExplainedRequest({ value: 0.5, adjusted })] });
    api.answer(`${base}/explain`, { body: held });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    expect(await screen.findByText('The suggested request is kept because the HPA follows it.')).toBeVisible();
    const memory = banner(/^MEMORY is under provisioned/);
    expect(textOf(memory)).toBe('MEMORY is under provisioned! Consider increasing the request.');
    expect(memory?.querySelector('[aria-label="High severity"]')).not.toBeNull();
    expect(banner(/^CPU is over provisioned/)?.querySelector('[aria-label="High severity"]')).toBeNull();
  });

  it('shows a missing request, and an unknown utilization', async () => {
    open({
      containers: [{ name: 'app', average_requests: { cpu: 0, memory: 2 ** 30 } }],
      current: { containers: [{ name: 'app', metrics: [{ name: 'cpu', averageValue: 0.2, averageRequest: 0 }] }] },
    });
    expect(await screen.findByText('Container app has no CPU requests set! Consider setting requests.')).toBeVisible();
    const dash = within(await card('Resource Utilization')).getAllByRole('button', { name: '—' })[0];
    await userEvent.hover(dash ?? document.body);
    expect(await screen.findByText('No resource request set')).toBeVisible();
  });

  it('does not move the layout when a risk arrives late', async () => {
    await page.viewport(1280, 900);
    const api = targetApi({ current: readings(0.1, 2 * 2 ** 30) });
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    api.answer(`${base}/metrics/current`, async () => {
      await held;
      return { body: { data: readings(0.1, 2 * 2 ** 30) } };
    });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    await waitFor(async () => expect(await place()).toBeGreaterThan(0));
    const before = await place();
    release?.();
    expect(await screen.findByText('CPU is over provisioned! Consider decreasing the request.')).toBeVisible();
    expect(await place()).toBe(before);
  });

  it('shows no risks of an autonomous target', async () => {
    open({ spec: autonomousSpec, current: readings(0.1, 2 * 2 ** 30) });
    const utilization = await card('Resource Utilization');
    await waitFor(() => expect(textOf(utilization)).toContain('20.0%'));
    expect(screen.queryByText(/over provisioned/)).toBeNull();
  });
});

describe('resource utilization', () => {
  it('fills all 30 readings with the first one, and lists every container in a drawer with its own URL', async () => {
    const containers = ['app', 'constructor', '__proto__'].map((name) => ({ name, average_requests: { cpu: 1 } }));
    const { address } = open({ containers });
    const utilization = await card('Resource Utilization');
    expect(
      await within(utilization).findByRole('img', { name: /^CPU used in the last 30 readings: lowest / }),
    ).toBeVisible();
    expect(within(utilization).queryByText('__proto__')).toBeNull();
    await userEvent.click(within(utilization).getByRole('button', { name: 'View all' }));
    const drawer = await screen.findByRole('dialog', { name: 'Resource Utilization' });
    expect(await within(drawer).findByText('__proto__')).toBeVisible();
    await waitFor(() => expect(address.current).toBe('/ast/shop/web?drawer=resources'));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(address.current).toBe('/ast/shop/web'));
  });
});

describe('pods', () => {
  it('counts containers and opens the pod in the URL', async () => {
    const { address } = open({ pods: [pod('web-1'), pod('web-2', { status: 'Pending' })] });
    const pods = await card('Pods');
    expect(await within(pods).findByRole('heading', { name: 'Pods (2)' })).toBeVisible();
    expect(
      within(pods)
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual(['Name', 'Containers', 'Status', 'Details']);
    await userEvent.click(within(pods).getByRole('link', { name: 'View web-2' }));
    const modal = await screen.findByRole('dialog', { name: 'web-2' });
    await waitFor(() => expect(address.current).toBe('/ast/shop/web?pod=web-2'));
    expect(textOf(modal)).toContain('Nov 02 2026 3:04:05 PM');
    expect(textOf(modal)).toContain('250m');
    await userEvent.click(within(modal).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(address.current).toBe('/ast/shop/web'));
  });

  it('opens nothing for a pod that does not exist', async () => {
    open({ pods: [pod('web-1')] }, '/ast/shop/web?pod=<script>');
    expect(await within(await card('Pods')).findByText('web-1')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows that the pods failed, and loads them on Retry', async () => {
    const api = targetApi({ pods: [pod('web-1')] });
    api.answer(`${base}/pods`, { status: 500, body: { errors: ['down'] } });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    expect(await screen.findByText('The pods could not be loaded.')).toBeVisible();
    api.answer(`${base}/pods`, { body: { items: [pod('web-1')] } });
    await userEvent.click(within(await card('Pods')).getByRole('button', { name: 'Retry' }));
    expect(await within(await card('Pods')).findByText('web-1')).toBeVisible();
  });

  it('shows fifty of a thousand pods, and more per press', async () => {
    await page.viewport(1280, 900);
    open({ pods: Array.from({ length: 1_000 }, (_, index) => pod(`web-${index}`)) });
    const pods = await card('Pods');
    // Rows outside the viewport may not be rendered, but their height is reserved.
    const rowsHigh = () => within(pods).getByRole('table').getBoundingClientRect().height / 40;
    await waitFor(() => expect(Math.floor(rowsHigh())).toBe(50));
    await userEvent.click(within(pods).getByRole('button', { name: 'Load More pods' }));
    await waitFor(() => expect(Math.floor(rowsHigh())).toBe(100));
  });
});
