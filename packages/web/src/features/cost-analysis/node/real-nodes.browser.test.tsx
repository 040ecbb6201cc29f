import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import type { ScriptedAnswer } from '../../../testing/scripted-api.ts';
import { costApi, recommended, withFlags } from '../testing/cost-api.ts';

const price = 'Price table of May 2026: our contract.';
const costs = {
  groups: [
    {
      instance_type: 'm5.xlarge',
      region: 'us-east-1',
      capacity_type: 'spot',
      nodes: 12,
      cpu_cores: 3.92,
      memory_bytes: 15e9,
      hourly_cost: 0.192,
      price,
    },
  ],
  nodes: 12,
  hourly_cost: 2.304,
  now: { nodes: 10, hourly_cost: 1.92, binding: 'cpu', unplaced: 0 },
  suggested: { nodes: 7, hourly_cost: 1.344, binding: 'memory', unplaced: 1 },
  paper_hourly_savings: 0.71,
  realizable_hourly_savings: 0.576,
};

const cart = recommended('cart');

function show(answer: object, extensions: readonly string[] = ['costs.nodes']) {
  const api = costApi({ targets: [cart], instead: { '/v1/cost-savings/nodes': () => ({ body: answer }) } });
  const { extra } = withFlags();
  renderApp({ ...api, path: '/cost-analysis', configuration: { extra: { ...extra, extensions: [...extensions] } } });
  return api;
}
const asked = (api: ReturnType<typeof show>) =>
  api.requests.filter(({ path }) => path === '/v1/cost-savings/nodes').length;

it('shows the nodes with their prices, and what the suggestions save on paper and in whole nodes', async () => {
  show(costs);
  const card = within(await screen.findByRole('region', { name: 'Nodes of the cluster' }));
  expect(card.getByText(/^On paper, the suggestions save \$6,220 a year\..* they save \$5,046\.$/)).toBeVisible();
  const texts = (table: string) =>
    within(card.getByRole('table', { name: table }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(texts('Nodes needed when pods are packed')).toEqual([
    ['In the cluster', '12', '$20,183', '—'],
    ['Needed now', '10', '$16,819', 'CPU'],
    ['Needed with the suggestions', '7', '$11,773', 'Memory'],
  ]);
  expect(texts('Types of nodes')[0]).toEqual(['m5.xlargeus-east-1 · spot', '12', expect.any(String), '$0.192']);
  expect(card.getByText(price)).toBeVisible();
  expect(card.getByText(/^1 pod fits no node, so more nodes/)).toBeVisible();
});

it('says that the nodes could not be loaded, and loads them on Retry', async () => {
  let answer: ScriptedAnswer = { status: 500, body: { errors: ['the prices are locked'] } };
  const api = costApi({ targets: [cart], instead: { '/v1/cost-savings/nodes': () => answer } });
  const { extra } = withFlags();
  renderApp({ ...api, path: '/cost-analysis', configuration: { extra: { ...extra, extensions: ['costs.nodes'] } } });
  const card = within(await screen.findByRole('region', { name: 'Nodes of the cluster' }));
  expect(card.getByText('The nodes of the cluster could not be loaded.')).toBeVisible();
  answer = { body: costs };
  act(() => card.getByRole('button', { name: 'Retry' }).click());
  expect(await screen.findByRole('table', { name: 'Types of nodes' })).toBeVisible();
});

it('shows nothing if the nodes are not known, and does not ask a server without the call', async () => {
  const unknown = { ...costs, groups: [], nodes: 0, hourly_cost: null, now: null, suggested: null };
  const api = show(unknown);
  await waitFor(() => expect(asked(api)).toBe(1));
  cleanup();
  const foreign = show(costs, []);
  await screen.findAllByText('cart');
  expect(screen.queryByRole('region', { name: 'Nodes of the cluster' })).toBeNull();
  expect(asked(foreign)).toBe(0);
});
