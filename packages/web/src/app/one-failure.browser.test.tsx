import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderApp } from '../testing/render-app.tsx';
import { listAnswer, noNamespaces, noSuchCall, scriptedApi, unknownTarget } from '../testing/scripted-api.ts';

// A failed call is also logged.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const flags = { cost_analysis: true, cost_breakdown_v2: true, extensions: ['views.targets'] };
const target = { namespace: 'shop', name: 'cart' };
const path = '/ast/shop/cart';

/** Each place that shows a list or figures, with its call, and its text if that call fails. */
const places: [place: string, address: string, call: string, title: string, extra?: Record<string, unknown>][] = [
  ['the key figures of all targets', '/', '/v1/views/kpis', 'The key figures could not be loaded.'],
  ['the key figures of a namespace', '/', '/v1/views/namespaces/shop/kpis', 'The key figures could not be loaded.'],
  ['the targets of a namespace', '/', '/v1/views/namespaces/shop/asts', 'The targets could not be loaded.'],
  ['the list of all targets', '/targets', '/v1/views/asts', 'The targets could not be loaded.'],
  ['the namespaces', '/onboarding', '/v1/system/namespaces', 'The namespaces could not be loaded.'],
  ['the candidates', '/onboarding?namespace=shop', '/v1/ast/candidates/shop', 'The candidates could not be loaded.'],
  ['a target', path, `/v1${path}`, 'The target could not be loaded.'],
  ['the pods of a target', path, `/v1${path}/pods`, 'The pods could not be loaded.'],
  ['the cost history', '/cost-analysis', '/v1/views/cost/analysis', 'The cost history could not be loaded.'],
  [
    'the summary of costs',
    '/cost-analysis',
    '/v1/views/kpis',
    'The summary could not be loaded.',
    { cost_breakdown_v2: false },
  ],
];

it.each(places)('says only once what failed: %s', async (_place, address, call, title, extra = {}) => {
  const failed = () => ({ status: 418, body: { errors: [`${call} failed`] } });
  const api = scriptedApi({
    '/v1/ast': listAnswer([target]),
    ...noNamespaces,
    ...unknownTarget('shop', 'cart'),
    [`/v1${path}`]: () => ({
      body: { target: { name: 'cart', containers: [] }, aiscaletarget: { ...target, spec: {} } },
    }),
    '/v1/system/namespaces': () => ({ body: { items: ['shop'] } }),
    '/v1/views/*': () => ({ body: { data: { items: [] } } }),
    '/v1/views/cost/analysis': noSuchCall,
    [call]: failed,
  });
  renderApp({ fetch: api.fetch, path: address, configuration: { extra: { ...flags, ...extra } } });
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getAllByRole('button', { name: 'Retry' }).length).toBeGreaterThan(0);
  const message = () => screen.queryAllByText((text) => text.includes(`API Error: 418 - ${call} failed`));
  await waitFor(() => expect(message()).toHaveLength(1));
  expect(message()[0]?.closest('section')).toHaveAttribute('aria-label', 'Notifications');
});
