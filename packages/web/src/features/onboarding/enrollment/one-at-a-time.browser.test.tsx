import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { emptyHome, listAnswer, type ScriptedAnswer, scriptedApi } from '../../../testing/scripted-api.ts';
import { reloadDelayMs } from './enrollment-store.ts';

// On a slow machine a test may take longer than the time until the page reloads, which would end all tests.
beforeEach(() => {
  const start = window.setTimeout.bind(window);
  vi.stubGlobal('setTimeout', (run: (...values: unknown[]) => void, delay?: number, ...values: unknown[]) =>
    start(delay === reloadDelayMs ? () => {} : run, delay, ...values),
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const candidate = (name: string) => ({ target_ref: { name, kind: 'Deployment' }, json: {} });
const names: Record<string, string[]> = { shop: ['cart', 'db'], web: ['gateway'] };

/** Shows the candidates of shop. Enrollments wait for `answer`, with which all of them end. */
async function show() {
  const held = Promise.withResolvers<ScriptedAnswer>();
  let open = names;
  const of = async ({ url }: { url: URL }): Promise<ScriptedAnswer> => {
    const namespace = url.pathname.split('/').at(-1) ?? '';
    if (url.searchParams.get('dryrun') === 'false') return await held.promise;
    return { body: { name: namespace, items: (open[namespace] ?? []).map(candidate) } };
  };
  const api = scriptedApi({
    '/v1/ast': listAnswer([{ namespace: 'shop', name: 'old' }]),
    '/v1/system/namespaces': () => ({ body: { items: ['shop', 'web'] } }),
    '/v1/ast/candidates/*': of,
    ...emptyHome,
  });
  const { queryClient } = renderApp({ fetch: api.fetch, path: '/onboarding?namespace=shop' });
  await screen.findByRole('checkbox', { name: 'Select cart' });
  const posts = (dryrun = false) =>
    api.requests.filter(({ method, query }) => method === 'POST' && query.includes(`dryrun=${dryrun}`));
  return {
    posts,
    queryClient,
    answer: (answer: ScriptedAnswer) => act(async () => held.resolve(answer)),
    /** The server has created the targets, so their workloads are no candidates any more. */
    create: () => {
      open = { ...names, shop: [] };
    },
  };
}

const choose = (namespace: string) =>
  userEvent.selectOptions(screen.getByRole('combobox', { name: 'Namespace' }), namespace);
const button = (name: string) => screen.queryByRole('button', { name });
const news = () => screen.queryByRole('status', { name: 'Enrollment in shop' });
const busy = () => screen.findByRole('button', { name: 'Enrolling...' });
const created = {
  body: { name: 'shop', items: names['shop']?.map((name) => ({ ...candidate(name), result: 'created' })) },
};

describe('an enrollment while the user looks at another namespace', () => {
  it('stays the only one, also after the user returns', async () => {
    const { posts } = await show();
    await userEvent.click(screen.getByRole('button', { name: 'Enroll Namespace' }));
    await choose('web');
    await screen.findByRole('checkbox', { name: 'Select gateway' });
    expect(await busy()).toHaveAttribute('aria-disabled', 'true');
    expect(news()).toHaveTextContent('Enrolling the workloads of shop');
    await act(async () => (await busy()).click());
    await choose('shop');
    await screen.findByRole('checkbox', { name: 'Select cart' });
    expect(await busy()).toHaveAttribute('aria-disabled', 'true');
    for (const name of ['Enroll Namespace', 'Enroll Selected']) expect(button(name)).toBeNull();
    await act(async () => (await busy()).click());
    expect(posts()).toHaveLength(1);
  });

  it('tells its result there, keeps the focus, and keeps result and reload when the namespace changes', async () => {
    const { answer } = await show();
    await userEvent.click(screen.getByRole('button', { name: 'Enroll Namespace' }));
    await choose('web');
    const gateway = await screen.findByRole('checkbox', { name: 'Select gateway' });
    await userEvent.click(gateway);
    await answer(created);
    await waitFor(() => expect(news()).toHaveTextContent('2 workloads enrolled in shop'));
    expect(screen.getByText(/^Reloading in \d+ s$/)).toBeVisible();
    expect(document.activeElement).toBe(gateway);
    expect(gateway).toBeChecked();
    await userEvent.click(screen.getByRole('button', { name: 'Show the result' }));
    const results = within(await screen.findByRole('region', { name: 'Result of the enrollment' }));
    expect(results.getByText(/^Reloading in \d+ s$/)).toBeVisible();
    await waitFor(() => expect(results.getByRole('heading', { name: '2 workloads enrolled' })).toHaveFocus());
    await choose('web');
    await waitFor(() => expect(news()).toHaveTextContent('2 workloads enrolled in shop'));
    expect(screen.getByText(/^Reloading in \d+ s$/)).toBeVisible();
  });

  it('tells its failure there, after which the other namespace can be enrolled', async () => {
    const { answer } = await show();
    await userEvent.click(screen.getByRole('button', { name: 'Enroll Namespace' }));
    await choose('web');
    await screen.findByRole('checkbox', { name: 'Select gateway' });
    await answer({ status: 409, body: { errors: ['busy'] } });
    expect(await screen.findByText('API Error: 409 - busy')).toBeVisible();
    expect(news()).toHaveTextContent('The enrollment failed in shop');
    expect(button('Enroll Namespace')).toBeEnabled();
    await userEvent.click(screen.getByRole('button', { name: 'Show its candidates' }));
    await screen.findByRole('checkbox', { name: 'Select cart' });
    await choose('web');
    expect(news()).toBeNull();
  });

  it('goes on when the user leaves the page and comes back', async () => {
    const { posts, answer } = await show();
    await userEvent.click(screen.getByRole('button', { name: 'Enroll Namespace' }));
    await userEvent.click(screen.getByRole('link', { name: 'Home' }));
    await screen.findByRole('heading', { level: 1, name: /targets across/ });
    await userEvent.click(screen.getByRole('link', { name: 'Onboarding' }));
    await screen.findByRole('option', { name: 'shop' });
    await choose('shop');
    expect(await busy()).toHaveAttribute('aria-disabled', 'true');
    await answer(created);
    expect(await screen.findByRole('heading', { name: '2 workloads enrolled' })).toBeVisible();
    expect(posts()).toHaveLength(1);
  });
});

describe('the list of candidates during an enrollment', () => {
  it('is neither fetched nor emptied', async () => {
    const { posts, queryClient, create } = await show();
    await userEvent.click(screen.getByRole('button', { name: 'Enroll Namespace' }));
    create();
    await act(async () => queryClient.refetchQueries({ type: 'active', stale: true }));
    await choose('web');
    await screen.findByRole('checkbox', { name: 'Select gateway' });
    await choose('shop');
    expect(await screen.findByRole('checkbox', { name: 'Select cart' })).toBeDisabled();
    await busy();
    expect(screen.queryByText(/No potential candidates/)).toBeNull();
    expect(posts(true).filter(({ path }) => path.endsWith('/shop'))).toHaveLength(1);
  });

  it('is not replaced by an answer that was awaited when the button was pressed', async () => {
    const { queryClient, create } = await show();
    const slow = Promise.withResolvers<void>();
    const refetched = queryClient.fetchQuery({
      queryKey: ['targets.candidates', { namespace: 'shop' }],
      queryFn: async () => {
        await slow.promise;
        return { name: 'shop', items: [] };
      },
    });
    create();
    await userEvent.click(screen.getByRole('button', { name: 'Enroll Namespace' }));
    await busy();
    slow.resolve();
    await refetched.catch(() => {});
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.getByRole('checkbox', { name: 'Select cart' })).toBeVisible();
  });
});

describe('the pressed button', () => {
  it.each(['Enroll Namespace', 'Enroll Selected'])(
    'keeps the focus while %s runs and after it failed',
    async (name) => {
      const { answer } = await show();
      await userEvent.click(screen.getByRole('checkbox', { name: 'Select cart' }));
      screen.getByRole('button', { name }).focus();
      await userEvent.keyboard('{Enter}');
      expect(await busy()).toHaveFocus();
      await answer({ status: 409, body: { errors: ['busy'] } });
      await screen.findByText('API Error: 409 - busy');
      await waitFor(() => expect(button(name)).toHaveFocus());
      expect(button(name)).not.toHaveAttribute('aria-disabled', 'true');
    },
  );
});
