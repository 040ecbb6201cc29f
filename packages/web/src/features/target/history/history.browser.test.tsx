import { screen, waitFor, within } from '@testing-library/react';
import type { Change } from '@trimtab/core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aCut, anEnrollment, requesting } from '../../../testing/changes.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import type { ScriptedAnswer } from '../../../testing/scripted-api.ts';
import { base, targetApi } from '../testing/target-api.ts';

beforeEach(() => page.viewport(1280, 900));

const sentence = 'Usage is above the request for 90 minutes a day.';
const cut = aCut(0.75, 0.5, sentence);
const enrolled = anEnrollment('web');

type Answer = (url: URL) => ScriptedAnswer | Promise<ScriptedAnswer>;
type OpenOptions = {
  path?: string;
  extensions?: string[];
  cleanup?: ScriptedAnswer | Promise<ScriptedAnswer>;
  spec?: object;
  target?: ScriptedAnswer;
};

function open(
  answer: Answer,
  { path = '/ast/shop/web', extensions = ['views.changes'], cleanup: cleaned = {}, spec, target }: OpenOptions = {},
) {
  const api = targetApi(spec && { spec });
  if (target) api.answer(base, target);
  const cleanups: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.origin);
    const isCleanup = url.pathname === `${base}/cleanup`;
    if (isCleanup) cleanups.push(url.pathname);
    else if (url.pathname !== '/v1/views/changes') return api.fetch(input, init);
    const { status = 200, body } = await (isCleanup ? cleaned : answer(url));
    return Response.json(body ?? {}, { status });
  };
  const app = renderApp({ fetch, path, configuration: { extra: { extensions } } });
  return { ...app, cleanups };
}
const history = () => screen.findByRole('region', { name: 'History' });
const listed = (...items: Change[]) => ({ body: { items, total: items.length } });

describe('the history of a target', () => {
  it('shows what changed, by whom, and what it led to', async () => {
    open(() => listed(cut, enrolled));
    const card = within(await history());
    const entries = await card.findAllByRole('listitem');
    expect(card.getByText('Resources changed')).toBeVisible();
    expect(card.getByText('CPU request').closest('li')).toHaveTextContent('CPU request 750m → 500m');
    expect(card.getByText('These are the values that Trimtab suggested.')).toBeVisible();
    expect(card.getByText(/^After a day/)).toHaveTextContent(`After a day: Worse ${sentence}`);
    expect(card.getByText(/^After a week/).textContent).toMatch(/^After a week: Pending, due in \d+ days$/);
    expect(entries.at(-1)?.textContent).toMatch(/^Enrolled.*by olga$/);
    expect(card.getByRole('link', { name: 'All activity' })).toHaveAttribute(
      'href',
      '/activity?view=all&namespace=shop&name=web',
    );
  });

  it('offers a patch with the values of before', async () => {
    const { address } = open(() => listed(cut));
    const card = within(await history());
    await userEvent.click(await card.findByRole('button', { name: /^Undo/ }));
    await waitFor(() => expect(address.current).toBe('/ast/shop/web?drawer=undo&change=resources.1'));
    const drawer = within(await screen.findByRole('dialog', { name: 'Undo' }));
    expect(await drawer.findByText('CPU request 500m → 750m')).toBeVisible();
    expect(await drawer.findByText(/cpu: 750m/)).toBeVisible();
    expect(await drawer.findByText(/kubectl patch deployment\/web/)).toBeVisible();
  });

  it('says so if there is nothing to take back any more', async () => {
    open(() => listed({ ...cut, before: requesting(0.5), after: requesting(0.75) }), {
      path: '/ast/shop/web?drawer=undo&change=resources.1',
    });
    expect(await screen.findByText('The workload already has the earlier values again.')).toBeVisible();
  });

  it.each(['&change=gone', ''])(
    'leads to the activity of the target if the address ends with undo%s',
    async (change) => {
      const { address } = open(() => listed(cut), { path: `/ast/shop/web?drawer=undo${change}` });
      const drawer = within(await screen.findByRole('dialog', { name: 'Undo' }));
      expect(await drawer.findByText('No such change is recorded')).toBeVisible();
      await userEvent.click(drawer.getByRole('link', { name: 'All activity' }));
      await waitFor(() => expect(address.current).toBe('/activity?view=all&namespace=shop&name=web'));
    },
  );

  it('loads the changes again before it says that one is not recorded', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const later = { ...aCut(0.9, 0.75, sentence), id: 'resources.2', at: '2026-11-19T23:44:00Z' };
    const again = Promise.withResolvers<ScriptedAnswer>();
    const undoable = [listed(cut), again.promise, listed(later, cut)];
    open((url) => (url.search.includes('enrolled') ? listed(later, cut) : (undoable.shift() ?? {})));
    const card = within(await history());
    const [newest, oldest] = await card.findAllByRole('button', { name: /^Undo/ });
    if (newest === undefined || oldest === undefined) throw new Error('Both changes can be undone.');
    await userEvent.click(oldest);
    expect(await screen.findByText('CPU request 500m → 750m')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(newest);
    const drawer = within(await screen.findByRole('dialog', { name: 'Undo' }));
    expect(await drawer.findByRole('status', { name: 'Loading the change' })).toBeVisible();
    again.resolve({ status: 400, body: { errors: ['down'] } });
    expect(await drawer.findByText('The change could not be loaded.')).toBeVisible();
    await userEvent.click(drawer.getByRole('button', { name: 'Retry' }));
    expect(await drawer.findByText(/cpu: 900m/)).toBeVisible();
    expect(undoable).toEqual([]);
    logged.mockRestore();
  });

  it('says what will appear while nothing has changed', async () => {
    open(() => listed());
    expect(await screen.findByText('Nothing has changed yet')).toBeVisible();
  });

  it('shows a failure in the card only, and loads again on Retry', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    let isDown = true;
    open(() => (isDown ? { status: 500, body: { errors: ['down'] } } : listed(enrolled)));
    const card = within(await history());
    expect(await card.findByText('The history could not be loaded.')).toBeVisible();
    expect(screen.queryByText(/API Error/)).toBeNull();
    isDown = false;
    await userEvent.click(card.getByRole('button', { name: 'Retry' }));
    expect(await card.findByText('Enrolled')).toBeVisible();
    logged.mockRestore();
  });

  it('is absent, without a call, if the server does not record changes', async () => {
    const asked = vi.fn<() => ScriptedAnswer>(() => listed());
    open(asked, { extensions: [], path: '/ast/shop/web?modal=un-enroll' });
    await screen.findByRole('region', { name: 'Why' });
    expect(screen.queryByRole('region', { name: 'History' })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(asked).not.toHaveBeenCalled();
  });
});

describe('un-enrolling', () => {
  it('asks first, and Cancel sends nothing', async () => {
    const { cleanups, address } = open(() => listed(enrolled));
    await userEvent.click(await within(await history()).findByRole('button', { name: 'Un-enroll' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Un-enroll web?' }));
    await userEvent.click(await dialog.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(address.current).toBe('/ast/shop/web'));
    expect(cleanups).toEqual([]);
  });

  it('ends the management of the target and shows that in its activity', async () => {
    const { cleanups, address } = open(() => listed(enrolled), { path: '/ast/shop/web?modal=un-enroll' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Un-enroll web?' }));
    await userEvent.click(await dialog.findByRole('button', { name: 'Un-enroll' }));
    await waitFor(() => expect(address.current).toBe('/activity?namespace=shop&name=web'));
    expect(await screen.findByText('web is no longer enrolled.')).toBeVisible();
    expect(cleanups).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it.each([
    ['autonomous', { vertical: { mode: 'autonomous' } }, true],
    ['recommendation', { vertical: { mode: 'recommend' } }, false],
  ])('in mode %s, says whether the state of before can be lost', async (_mode, spec, isSaid) => {
    open(() => listed(enrolled), { path: '/ast/shop/web?modal=un-enroll', spec });
    const dialog = within(await screen.findByRole('dialog', { name: 'Un-enroll web?' }));
    expect(await dialog.findByText(/The workload itself does not change/)).toBeVisible();
    const deleted = /recorded state from before autonomous mode is deleted too/;
    await waitFor(() => expect(dialog.queryAllByText(deleted)).toHaveLength(isSaid ? 1 : 0));
  });

  it('is offered beside the message that the workload is missing, and the question says so', async () => {
    const errors = ['failed to get target scale: Deployment "web" not found'];
    const { cleanups } = open(() => listed(enrolled), { target: { status: 500, body: { errors } } });
    const message = await screen.findByText('"web" not found. Has it been renamed or deleted?');
    const place = message.closest('[role=alert]')?.parentElement;
    await userEvent.click(within(place ?? document.body).getByRole('button', { name: 'Un-enroll' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Un-enroll web?' }));
    expect(await dialog.findByText(/The workload is not in the cluster/)).toBeVisible();
    expect(dialog.queryByText(/does not change/)).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Un-enroll' }));
    await waitFor(() => expect(cleanups).toHaveLength(1));
  });

  it('is not offered there by a server that records no changes', async () => {
    const errors = ['failed to get target scale: Deployment "web" not found'];
    open(() => listed(), { extensions: [], target: { status: 500, body: { errors } } });
    expect(await screen.findByText('"web" not found. Has it been renamed or deleted?')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Un-enroll' })).toBeNull();
  });

  it('stays open after a failure', async () => {
    open(() => listed(enrolled), {
      path: '/ast/shop/web?modal=un-enroll',
      cleanup: { status: 403, body: { errors: ['no permission to write'] } },
    });
    const dialog = within(await screen.findByRole('dialog', { name: 'Un-enroll web?' }));
    await userEvent.click(await dialog.findByRole('button', { name: 'Un-enroll' }));
    expect(await screen.findByText('API Error: 403 - no permission to write')).toBeVisible();
    await waitFor(() =>
      expect(dialog.getByRole('button', { name: 'Un-enroll' })).toHaveAttribute('aria-disabled', 'false'),
    );
  });

  it('cannot be canceled once it is sent, and keeps the focus', async () => {
    const cleaned = Promise.withResolvers<ScriptedAnswer>();
    const { cleanups, address } = open(() => listed(enrolled), {
      path: '/ast/shop/web?modal=un-enroll',
      cleanup: cleaned.promise,
    });
    const dialog = within(await screen.findByRole('dialog', { name: 'Un-enroll web?' }));
    const button = dialog.getByRole('button', { name: 'Un-enroll' });
    await userEvent.click(button);
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
    expect(button).toHaveFocus();
    expect(button).toHaveAccessibleName('Un-enrolling …');
    const cancel = dialog.getByRole('button', { name: 'Cancel' });
    expect(cancel).toHaveAttribute('aria-disabled', 'true');
    cancel.click();
    button.click();
    expect(dialog.getByText(/stops measuring/)).toBeVisible();
    cleaned.resolve({});
    await waitFor(() => expect(address.current).toBe('/activity?namespace=shop&name=web'));
    expect(cleanups).toHaveLength(1);
  });

  it('stays on the page if the dialog was closed before the answer', async () => {
    const cleaned = Promise.withResolvers<ScriptedAnswer>();
    const { cleanups, address } = open(() => listed(enrolled), {
      path: '/ast/shop/web?modal=un-enroll',
      cleanup: cleaned.promise,
    });
    const dialog = within(await screen.findByRole('dialog', { name: 'Un-enroll web?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Un-enroll' }));
    await waitFor(() => expect(cleanups).toHaveLength(1));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    cleaned.resolve({});
    expect(await screen.findByText('web is no longer enrolled.')).toBeVisible();
    // The page that would be shown instead starts with its own heading.
    expect(screen.queryByRole('heading', { name: 'Activity' })).toBeNull();
    await waitFor(() => expect(address.current).toBe('/ast/shop/web'));
  });
});
