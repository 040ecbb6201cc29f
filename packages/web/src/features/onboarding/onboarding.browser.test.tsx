import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderApp } from '../../testing/render-app.tsx';
import { listAnswer, type ScriptedAnswer, scriptedApi } from '../../testing/scripted-api.ts';

afterEach(cleanup);

const candidate = (name: string, kind = 'Deployment') => ({ target_ref: { name, kind }, json: { kind, on: 'on' } });
type Post = (request: { url: URL; body: unknown }) => ScriptedAnswer | Promise<ScriptedAnswer>;

async function show(candidates: Post, targets: Parameters<typeof listAnswer>[0] = []) {
  const api = scriptedApi({
    '/v1/ast': listAnswer(targets),
    '/v1/system/namespaces': () => ({ body: { items: ['web', { name: 'shop' }] } }),
    '/v1/ast/candidates/shop': candidates,
  });
  renderApp({ fetch: api.fetch });
  await screen.findByRole('option', { name: 'shop' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Namespace' }), 'shop');
  const posts = (dryrun: boolean) =>
    api.requests.filter(({ method, query }) => method === 'POST' && query.includes(`dryrun=${dryrun}`));
  return { posts };
}

const offer: Post = ({ url }) => ({
  body: {
    name: 'shop',
    items:
      url.searchParams.get('dryrun') === 'true'
        ? [candidate('cart'), candidate('db', 'StatefulSet')]
        : [
            { ...candidate('cart'), result: 'created' },
            { ...candidate('db', 'StatefulSet'), result: 'failed', error: 'It is gone.' },
          ],
  },
});

describe('onboarding', () => {
  it('previews by a dry run and lists the candidates', async () => {
    const { posts } = await show(offer);
    const table = within(await screen.findByRole('table'));
    expect(
      table
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual(['cartDeployment', 'dbStatefulSet']);
    expect(posts(true).map(({ query }) => query)).toEqual(['?dryrun=true&limit=-1&offset=0']);
    expect(posts(false)).toEqual([]);
  });

  it('says when there is nothing to enrol', async () => {
    await show(() => ({ body: { name: 'shop', items: [] } }));
    await screen.findByText('No potential candidates found for this namespace');
    expect(screen.queryByRole('button', { name: 'Enroll Namespace' })).toBeNull();
  });

  it('enrols what is selected, once, and tells what became of each', async () => {
    const gate = new EventTarget();
    const { posts } = await show(async (request) => {
      if (request.url.searchParams.get('dryrun') === 'false') {
        await new Promise((resolve) => gate.addEventListener('open', resolve, { once: true }));
      }
      return offer(request);
    });
    const selected = await screen.findByRole('button', { name: 'Enroll Selected' });
    expect(getComputedStyle(selected).pointerEvents).toBe('none');
    selected.click();
    expect(posts(false)).toEqual([]);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select cart' }));
    selected.click();
    selected.click();
    const busy = await screen.findByRole('button', { name: /Enrolling\.\.\./ });
    expect(busy).toHaveProperty('disabled', true);
    expect(screen.queryByRole('button', { name: 'Enroll Namespace' })).toBeNull();
    gate.dispatchEvent(new Event('open'));
    const results = within(await screen.findByRole('region', { name: 'Result of the enrolment' }));
    expect(results.getByText('It is gone.')).toBeTruthy();
    expect(posts(false).map(({ body }) => body)).toEqual([{ workloads: ['cart'] }]);
  });

  it('shows the new targets in the sidebar without waiting for the reload', async () => {
    const targets: { namespace: string; name: string }[] = [];
    await show((request) => {
      if (request.url.searchParams.get('dryrun') === 'false') targets.push({ namespace: 'shop', name: 'cart' });
      return offer(request);
    }, targets);
    await userEvent.click(await screen.findByRole('button', { name: 'Enroll Namespace' }));
    expect((await screen.findByRole('link', { name: 'cart' })).getAttribute('href')).toBe('/ast/shop/cart');
  });

  it('enrols the whole namespace without naming workloads', async () => {
    const { posts } = await show(offer);
    await userEvent.click(await screen.findByRole('button', { name: 'Enroll Namespace' }));
    await screen.findByRole('region', { name: 'Result of the enrolment' });
    expect(posts(false)).toHaveLength(1);
    expect(posts(false)[0]?.body ?? {}).not.toHaveProperty('workloads');
  });

  it('shows the failure, offers the button again and asks for the candidates anew', async () => {
    const { posts } = await show((request) =>
      request.url.searchParams.get('dryrun') === 'true' ? offer(request) : { status: 503, body: { errors: ['busy'] } },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Enroll Namespace' }));
    await screen.findByText('API Error: 503 - busy');
    await screen.findByRole('button', { name: 'Enroll Namespace' });
    await waitFor(() => expect(posts(true)).toHaveLength(2));
    expect(posts(false)).toHaveLength(1);
  });

  it('shows the manifest selected where the clipboard is denied, and does not claim that it was copied', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
    await show(offer);
    await userEvent.click(await screen.findByRole('button', { name: 'Copy the manifest of cart as YAML' }));
    const text = await screen.findByRole('textbox', { name: 'YAML' });
    expect(text).toHaveProperty('value', 'kind: Deployment\n"on": "on"\n');
    expect(screen.queryByText(/was copied/)).toBeNull();
  });
});
