import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { listAnswer, type ScriptedAnswer, scriptedApi } from '../../../testing/scripted-api.ts';

afterEach(cleanup);

const candidate = (name: string, kind = 'Deployment') => ({ target_ref: { name, kind }, json: {} });
type Answer = (namespace: string, isDryRun: boolean) => ScriptedAnswer | Promise<ScriptedAnswer>;

async function show(answer: Answer) {
  const api = scriptedApi({
    '/v1/ast': listAnswer([]),
    '/v1/system/namespaces': () => ({ body: { items: ['shop', 'web'] } }),
    '/v1/ast/candidates/*': ({ url }) =>
      answer(url.pathname.split('/').at(-1) ?? '', url.searchParams.get('dryrun') === 'true'),
  });
  renderApp({ fetch: api.fetch, path: '/onboarding?namespace=shop' });
  await screen.findByRole('table', { name: 'Candidates' });
  return api;
}

const choose = (namespace: string) =>
  userEvent.selectOptions(screen.getByRole('combobox', { name: 'Namespace' }), namespace);

describe('workloads of the same name', () => {
  const items = [candidate('cart'), candidate('db'), candidate('db', 'StatefulSet')];

  it('are selected together, because only the name is sent, and a note says so', async () => {
    const api = await show(() => ({ body: { name: 'shop', items } }));
    expect(screen.getByText(/^Several workloads have the same name/).textContent).toMatch(/the same name: db\. /);
    const [deployment, statefulSet] = screen.getAllByRole('checkbox', { name: 'Select db' });
    if (deployment === undefined || statefulSet === undefined) throw new Error('two workloads are called db');
    await userEvent.click(statefulSet);
    await waitFor(() => expect(deployment).toBeChecked());
    expect(screen.getByText('2 of 3 workloads selected')).toBeVisible();
    await userEvent.click(deployment);
    await waitFor(() => expect(statefulSet).not.toBeChecked());
    await userEvent.click(statefulSet);
    await userEvent.click(screen.getByRole('button', { name: 'Enroll Selected' }));
    await screen.findByRole('region', { name: 'Result of the enrollment' });
    const sent = api.requests.filter(({ query }) => query.includes('dryrun=false'));
    expect(sent.map(({ body }) => body)).toEqual([{ workloads: ['db'] }]);
  });

  it('need no note if there are none', async () => {
    await show(() => ({ body: { name: 'shop', items: items.slice(0, 2) } }));
    expect(screen.queryByText(/same name/)).toBeNull();
  });
});

describe('a namespace that is chosen again', () => {
  it('shows that its candidates are fetched, with the rows, which cannot be clicked before the answer', async () => {
    let answered = 0;
    const second = Promise.withResolvers<void>();
    await show(async (namespace) => {
      if (namespace === 'web') return { body: { name: 'web', items: [candidate('gateway')] } };
      answered += 1;
      if (answered === 1) return { body: { name: 'shop', items: [candidate('cart'), candidate('db')] } };
      await second.promise;
      return { body: { name: 'shop', items: [candidate('api'), candidate('cart'), candidate('db')] } };
    });
    await choose('web');
    await screen.findByRole('checkbox', { name: 'Select gateway' });
    expect(screen.queryByRole('status', { name: 'Loading candidates' })).toBeNull();
    await choose('shop');
    const cart = await screen.findByRole('checkbox', { name: 'Select cart' });
    expect(screen.getByRole('status', { name: 'Loading candidates' })).toBeVisible();
    expect(screen.getByRole('table', { name: 'Candidates' })).toHaveAttribute('aria-busy', 'true');
    expect(getComputedStyle(cart).pointerEvents).toBe('none');
    second.resolve();
    await screen.findByRole('checkbox', { name: 'Select api' });
    expect(screen.queryByRole('status', { name: 'Loading candidates' })).toBeNull();
    expect(getComputedStyle(cart).pointerEvents).not.toBe('none');
  });
});
