import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';
import { listAnswer, noNamespaces, noSuchCall, scriptedApi, unknownTarget } from '../../testing/scripted-api.ts';

const flags = { cost_analysis: true, cost_simulator: true, event_simulator: true };
const list = { extensions: ['views.targets'] };
const home = ['Up to the home page', '/'];

it.each([
  ['/onboarding', {}, [home]],
  ['/targets', list, [home]],
  ['/cost-analysis', {}, [home]],
  ['/cost-analysis/simulator', {}, [home]],
  ['/ast/a%20%26%20b/cart', list, [home, ['a & b', '/targets?view=all&namespaces=a+%26+b']]],
  ['/ast/a%20%26%20b/cart/event-simulator', list, [home, ['a & b', '/targets?view=all&namespaces=a+%26+b']]],
  // A server without the list of all targets has no page for a namespace.
  ['/ast/a%20%26%20b/cart', {}, [home, ['a & b', null]]],
])('links to the pages above %s with %o', async (path, extra, crumbs) => {
  const api = scriptedApi({
    '/v1/ast': listAnswer([{ namespace: 'a & b', name: 'cart' }]),
    '/v1/views/*': noSuchCall,
    ...noNamespaces,
    ...unknownTarget(encodeURIComponent('a & b'), 'cart'),
  });
  renderApp({ fetch: api.fetch, path, configuration: { extra: { ...flags, ...extra } } });
  const items = within(await screen.findByRole('navigation', { name: 'Breadcrumb' })).getAllByRole('listitem');
  const shown = items.map((item) => {
    const link = within(item).queryByRole('link');
    return [link?.ariaLabel ?? item.querySelector('bdi')?.textContent, link?.getAttribute('href') ?? null];
  });
  expect(shown).toEqual(crumbs);
});
