import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { listAnswer, scriptedApi } from '../../../testing/scripted-api.ts';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

const candidate = (name: string) => ({ target_ref: { name, kind: 'Deployment' }, json: {} });

function candidates({ url }: { url: URL }) {
  const items = [candidate('cart'), candidate('db')];
  const isDryRun = url.searchParams.get('dryrun') === 'true';
  return { body: { items: isDryRun ? items : items.map((item) => ({ ...item, result: 'created' })) } };
}

async function show(namespace: string) {
  const api = scriptedApi({
    '/v1/ast': listAnswer([]),
    '/v1/system/namespaces': () => ({ body: { items: ['shop', 'web'] } }),
    '/v1/ast/candidates/shop': candidates,
    '/v1/ast/candidates/web': candidates,
    '/v1/views/*': () => ({ body: { data: { items: [] } } }),
  });
  renderApp({ fetch: api.fetch, path: `/onboarding?namespace=${namespace}` });
  await box('cart');
}
const box = (name: string) => screen.findByRole('checkbox', { name: `Select ${name}` });

/**
 * Loads the page again, as a redirect to the sign-in and back does. The storage survives, and nothing is unmounted
 * before.
 */
async function loadAgain(namespace: string) {
  await waitFor(() => expect(sessionStorage).toHaveLength(1));
  const kept = Object.entries(sessionStorage);
  cleanup();
  for (const [key, value] of kept) sessionStorage.setItem(key, String(value));
  await show(namespace);
}

it('keeps the selected candidates while the page is loaded again', async () => {
  await show('shop');
  await userEvent.click(await box('db'));
  await loadAgain('shop');
  await waitFor(async () => expect(await box('db')).toBeChecked());
  expect(await box('cart')).not.toBeChecked();
});

it('does not select candidates of the same names in another namespace', async () => {
  await show('shop');
  await userEvent.click(await box('db'));
  await loadAgain('web');
  await waitFor(async () => expect(await box('db')).not.toBeChecked());
});

it('forgets the selection when the user chooses another namespace, or unselects', async () => {
  await show('shop');
  await userEvent.click(await box('db'));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Namespace' }), 'web');
  await waitFor(async () => expect(await box('db')).not.toBeChecked());
  await waitFor(() => expect(sessionStorage).toHaveLength(0));
  await userEvent.click(await box('db'));
  await userEvent.click(await box('db'));
  await waitFor(() => expect(sessionStorage).toHaveLength(0));
});

it('forgets the selection after the enrollment', async () => {
  await show('shop');
  await userEvent.click(await box('db'));
  await userEvent.click(screen.getByRole('button', { name: 'Enroll Selected' }));
  await screen.findByRole('region', { name: 'Result of the enrollment' });
  await waitFor(() => expect(sessionStorage).toHaveLength(0));
});
