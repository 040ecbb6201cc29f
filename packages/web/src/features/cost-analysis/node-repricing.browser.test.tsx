import { screen, waitFor, within } from '@testing-library/react';
import { type Comparison, defaultNodeSettings, type NodeSettings, type PotentialSavings } from '@trimtab/core';
import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderApp } from '../../testing/render-app.tsx';
import { costApi, nodeSettingsPath, wastePath, withFlags } from './testing/cost-api.ts';

const path = '/cost-analysis';
const node: NodeSettings = { node_cpu_cores: 64, node_memory_bytes: 256e9, node_hourly_cost: 3 };
const id = { namespace: 'shop', name: 'web' };
const both = { horizontal: { mode: 'recommend' }, vertical: { mode: 'recommend' } };

// Four pods of 8 cores. Two pods would do, but the suggested requests are 17 cores, so that all suggestions together save
// nothing. The larger gap is that of the replicas: 16 cores.
const coresCost = (cores: number, { node_cpu_cores, node_hourly_cost }: NodeSettings) =>
  (cores / node_cpu_cores) * node_hourly_cost;
const costsWith = (settings: NodeSettings): PotentialSavings => ({
  ...id,
  horizontalCost: { raw: coresCost(32, settings), withSuggestions: coresCost(16, settings) },
  verticalCost: { raw: coresCost(32, settings), withSuggestions: coresCost(68, settings) },
});
const side = (total_request: number) => ({ total_usage: 0.1, total_request });
const comparison: Comparison = {
  ...id,
  resources: {
    cpu: { unoptimized: side(32), optimized: side(34) },
    memory: { unoptimized: side(1e9), optimized: side(1e9) },
  },
  hourly_cost: { optimized: { cpu: null, memory: null }, unoptimized: { cost: null } },
};
const realNodes = ({ node_hourly_cost }: NodeSettings) => ({
  groups: [
    {
      instance_type: 'm5.large',
      region: null,
      capacity_type: null,
      nodes: 3,
      cpu_cores: 64,
      memory_bytes: 256e9,
      hourly_cost: node_hourly_cost,
      price: 'The node of the settings.',
    },
  ],
  nodes: 3,
  hourly_cost: 3 * node_hourly_cost,
  now: null,
  suggested: null,
  paper_hourly_savings: null,
  realizable_hourly_savings: null,
});

/** The API of a server whose costs are those of its own settings. The costs of a save wait for `release`. */
function world() {
  let saved = node;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const api = costApi({
    comparisons: [comparison],
    instead: {
      '/v1/ast': () => ({ body: { items: [{ ...id, spec: both }], total: 1, itemsEnhanced: [] } }),
      [nodeSettingsPath]: ({ method, body }) => {
        // The console under test sent the body, and core has validated it.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        if (method === 'POST') saved = body as NodeSettings;
        return { body: saved };
      },
      [wastePath]: async () => {
        if (saved !== node) await released;
        return { body: { items: [costsWith(saved)], total: 1 } };
      },
      '/v1/cost-savings/nodes': () => ({ body: realNodes(saved) }),
    },
  });
  return { ...api, release };
}

const total = async () => within(await screen.findByRole('region', { name: 'Total forecasted monthly savings' }));
const price = () => screen.findByRole('spinbutton', { name: 'Cost ($/hour)' });
const cores = () => screen.findByRole('spinbutton', { name: 'CPU Capacity (Cores)' });
const waste = async () => (await total()).getByText('Waste').closest('div')?.querySelector('dd')?.textContent;
const configuration = { extra: { ...withFlags().extra, extensions: ['costs.nodes'] } };

describe('the costs of a server', () => {
  it('are the larger gap also before an edit of the price is saved, and until new costs have arrived', async () => {
    const api = world();
    renderApp({ ...api, path, configuration });
    // A quarter of the node for 720 hours.
    await expect.poll(waste).toBe('$540.00');
    await userEvent.fill(await price(), '6');
    await expect.poll(waste).toBe('$1,080.00');
    const seen = new Set<string | null | undefined>();
    const watch = new MutationObserver(() => void waste().then((text) => seen.add(text)));
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    expect(await screen.findByText('Saved.')).toBeVisible();
    api.release();
    await waitFor(() => expect(api.requests.filter((request) => request.path === wastePath)).toHaveLength(2));
    // Another edit shows that the new costs are those of the saved price.
    await userEvent.fill(await cores(), '32');
    await expect.poll(waste).toBe('$2,160.00');
    watch.disconnect();
    expect([...seen].filter((text) => text !== '$1,080.00' && text !== '$2,160.00')).toEqual([]);
  });

  it('are the larger gap on the node of a link', async () => {
    renderApp({ ...world(), path: `${path}?node=32_256_3`, configuration });
    await expect.poll(waste).toBe('$1,080.00');
  });

  it('are the larger gap on the node of a link in the second breakdown, in its sums and its contributors', async () => {
    const flags = withFlags('cost_breakdown_v2');
    renderApp({ ...world(), path: `${path}?node=32_256_3&range=projected`, configuration: flags });
    // Half of the node for 8,760 hours.
    const sums = within(await screen.findByRole('region', { name: 'Savings vs waste' }));
    await expect.poll(() => sums.queryAllByText('$13,140.00').length).toBeGreaterThan(0);
    const chart = within(await screen.findByRole('region', { name: 'Top waste contributors →' }));
    expect(await chart.findByText('web')).toBeVisible();
    expect(chart.getByText('$13,140.00')).toBeVisible();
  });

  it('reach every page after a save: what the server computed with the old node is read again', async () => {
    const api = world();
    const keys = [
      ['views.namespaceKpis', { namespace: 'shop' }],
      ['views.namespaceTargets', { namespace: 'shop' }],
      ['views.targets', {}],
      ['views.changes', {}],
      ['costs.potentialSavings', id],
      ['extensions.whatIf', id],
    ];
    const { queryClient } = renderApp({ ...api, path, configuration });
    for (const key of keys) queryClient.setQueryData(key, { items: [] });
    const nodes = within(await screen.findByRole('region', { name: 'Nodes of the cluster' }));
    expect(nodes.getByText('$78,840')).toBeVisible();
    const asksForKpis = () => api.requests.filter((request) => request.path === '/v1/views/kpis').length;
    const before = asksForKpis();
    await userEvent.fill(await price(), '6');
    expect(await nodes.findByText('$157,680')).toBeVisible();
    await waitFor(() => expect(asksForKpis()).toBe(before + 1));
    expect(keys.filter((key) => queryClient.getQueryState(key)?.isInvalidated !== true)).toEqual([]);
  });

  it('of the server are marked while the page shows another node', async () => {
    const api = world();
    renderApp({ ...api, path: `${path}?node=32_256_3`, configuration });
    const mark = 'With the saved node, not with the one above.';
    const nodes = within(await screen.findByRole('region', { name: 'Nodes of the cluster' }));
    const summary = within(await screen.findByRole('region', { name: 'Target Summary' }));
    expect(nodes.getByText(mark)).toBeVisible();
    expect(summary.getByText(mark)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(screen.queryByText(mark)).toBeNull());
  });

  it('of the server are read again if another tab has changed the node', async () => {
    let settings = defaultNodeSettings;
    const api = costApi({
      comparisons: [comparison],
      instead: {
        '/v1/ast': () => ({ body: { items: [{ ...id, spec: both }], total: 1, itemsEnhanced: [] } }),
        [nodeSettingsPath]: () => ({ body: settings }),
        [wastePath]: () => ({ body: { items: [costsWith(settings)], total: 1 } }),
      },
    });
    renderApp({ ...api, path, configuration: withFlags() });
    await expect.poll(waste).toBe('$552.96');
    settings = { ...settings, node_hourly_cost: 0.384 };
    window.dispatchEvent(new Event('visibilitychange'));
    await expect.poll(waste).toBe('$1,105.92');
    await waitFor(() => expect(api.requests.filter((request) => request.path === wastePath)).toHaveLength(2));
  });
});
