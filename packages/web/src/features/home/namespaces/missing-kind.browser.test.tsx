import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { homeApi } from '../testing/home-api.ts';
import { names, rows, section, tabNames } from '../testing/home-page.ts';
import { renderHome } from '../testing/render-home.tsx';

beforeEach(() => page.viewport(1280, 900));

describe('a section without autonomous targets', () => {
  it('shows the other tab although the autonomous targets could not be loaded', async () => {
    const api = homeApi({ web: { recommendation: rows(3) } });
    api.fail('managed=true');
    renderHome(api);
    const web = await section('web');
    await waitFor(() => expect(names(web)).toHaveLength(3));
    expect(tabNames(web)).toEqual(['Recommendation']);
    expect(within(web).queryByText('The targets could not be loaded.')).toBeNull();
  });

  it('waits with an address of the other tab until it is known', async () => {
    const api = homeApi({ web: { recommendation: rows(1) } });
    const release = api.hold('managed=true');
    renderHome(api, { search: '?ns.web=auto' });
    const web = await section('web');
    await waitFor(() => expect(api.requests.filter((one) => one.includes('/asts'))).toHaveLength(2));
    expect(within(web).queryByRole('tab')).toBeNull();
    release();
    await waitFor(() => expect(tabNames(web)).toEqual(['Recommendation']));
  });
});

it('shows no tab in a section whose targets are gone', async () => {
  const api = homeApi({ web: {} });
  const spec = { namespace: 'web', name: 'gone', spec: {} };
  renderHome({
    fetch: async (address, init) =>
      new URL(address).pathname === '/v1/ast' ? Response.json({ items: [spec], total: 1 }) : api.fetch(address, init),
  });
  const web = await section('web');
  expect(await within(web).findByText('No targets in this namespace')).toBeVisible();
  expect(within(web).queryByRole('tab')).toBeNull();
  expect(screen.queryByText('Autonomous')).toBeNull();
});
