import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { anExplainedRequest, anExplanation } from '../testing/explanation.ts';
import { autonomousSpec, base, suggestion, type TargetScript, targetApi } from '../testing/target-api.ts';

beforeEach(() => page.viewport(1280, 900));

function open(script: TargetScript = {}, change: (api: ReturnType<typeof targetApi>) => void = () => undefined) {
  const api = targetApi(script);
  change(api);
  return { api, ...renderApp({ fetch: api.fetch, path: '/ast/shop/web' }) };
}

const line = () => screen.findByRole('region', { name: 'What to do' });
const lineText = () => screen.queryByRole('region', { name: 'What to do' })?.querySelector('p')?.textContent ?? '';

describe('the verdict', () => {
  it('is the change with its cost, and its buttons open the patch and the explanation', async () => {
    const { address } = open();
    await expect
      .poll(lineText)
      .toContain('Lower CPU 500m → 250m · frees $203/year · then uses 200% of CPU and 0% of memory on average');
    await userEvent.click(within(await line()).getByRole('button', { name: 'Export change' }));
    expect(await screen.findByRole('dialog', { name: 'Export as patch' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(address.current).toBe('/ast/shop/web'));
    await userEvent.click(within(await line()).getByRole('button', { name: 'Why' }));
    expect(await screen.findByRole('dialog', { name: 'How it was computed' })).toBeVisible();
  });

  it('has reason and confidence if the server explains the suggestion', async () => {
    open({}, (api) =>
      api.answer(`${base}/explain`, {
        body: anExplanation({ requests: [anExplainedRequest()], created: new Date().toISOString() }),
      }),
    );
    await expect.poll(lineText).toContain('CPU above it 1.0% of the time');
    await expect.poll(lineText).toContain('confidence high: 14 of 14 days');
  });

  it('says that nothing has to change, without a patch', async () => {
    const recommendations = [{ resource: 'cpu', value: '510m' }];
    open({ suggestion: { ...suggestion, resourceRecommendations: [{ container: 'app', recommendations }] } });
    await expect.poll(lineText).toContain('Requests fit · nothing differs by more than 10%');
    expect(within(await line()).queryByRole('button', { name: 'Export change' })).toBeNull();
    expect(within(await line()).getByRole('button', { name: 'Why' })).toBeVisible();
  });

  it('says why there is no suggestion', async () => {
    const reason = 'Suggestions start 24 hours after the first sample, which is 3 hours old.';
    open({}, (api) => api.answer(`${base}/suggestions`, { body: { items: [], reason } }));
    await expect
      .poll(lineText)
      .toContain('No suggestion · Suggestions start 24 hours after the first sample, which is 3 hours old');
    expect(within(await line()).queryByRole('button')).toBeNull();
  });

  it('says that the workload is gone', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    open({}, (api) =>
      api.answer(base, {
        status: 500,
        body: { errors: ['failed to get target scale: deployments.apps "web" not found'] },
      }),
    );
    await expect
      .poll(lineText)
      .toContain('The workload is not in the cluster · un-enroll the target if it was deleted on purpose');
    expect(within(await line()).queryByRole('button')).toBeNull();
    logged.mockRestore();
  });

  it('says that the suggestions could not be loaded', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    open({}, (api) => api.answer(`${base}/suggestions`, { status: 400, body: { errors: ['no'] } }));
    await expect.poll(lineText).toContain('What to do is unknown, because the suggestions could not be loaded.');
    logged.mockRestore();
  });

  it('leaves the change to autonomous mode', async () => {
    open({ spec: autonomousSpec, replicas: 4 });
    await expect.poll(lineText).toContain('to be applied by autonomous mode');
  });

  it('does not overflow a phone', async () => {
    await page.viewport(390, 800);
    const name = 'n'.repeat(80);
    open({
      containers: [
        { name, average_requests: { cpu: 0.5 } },
        { name: 'b', average_requests: { cpu: 0.5 } },
      ],
      suggestion: {
        ...suggestion,
        resourceRecommendations: [{ container: name, recommendations: [{ resource: 'cpu', value: '250m' }] }],
      },
    });
    await expect.poll(lineText).toContain(name);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});
