import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { many, openTargets, target } from './testing/targets-page.ts';

beforeEach(() => page.viewport(1440, 900));

const checkbox = (name: string) => screen.findByRole('checkbox', { name: `Select shop/${name}` });
const bar = async () => within(await screen.findByRole('region', { name: 'Selected targets' }));
const selectAll = async () => userEvent.click(await (await bar()).findByRole('button', { name: 'Select all' }));
const filterBy = (text: string) => userEvent.fill(screen.getByRole('searchbox', { name: 'Filter by name' }), text);
/** The page reads a hundred targets at a time. Select all reads more. */
const isWhole = (query: URLSearchParams) => query.get('limit') !== '100';
const named = (prefix: string, count: number) => many(count).map((_, at) => target(at, { name: `${prefix}-${at}` }));

describe('the selection of targets', () => {
  it('stays when all targets of another filter are selected', async () => {
    openTargets(many(20));
    await userEvent.click(await checkbox('web-0'));
    await filterBy('web-1');
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Select shop/web-0' })).toBeNull());
    await selectAll();
    expect(await (await bar()).findByText('12 selected')).toBeVisible();
    await filterBy('');
    expect(await checkbox('web-0')).toBeChecked();
  });

  it('keeps what is chosen while all targets are being read', async () => {
    const { promise: whole, resolve: release } = Promise.withResolvers<void>();
    openTargets(many(5), '/targets', { hold: (query) => (isWhole(query) ? whole : null) });
    await userEvent.click(await checkbox('web-0'));
    await userEvent.click(await checkbox('web-1'));
    await selectAll();
    await userEvent.click(await checkbox('web-1'));
    await userEvent.click(await checkbox('web-2'));
    release();
    expect(await (await bar()).findByText('4 selected')).toBeVisible();
    expect(await checkbox('web-1')).not.toBeChecked();
  });

  it('stays empty if it is cleared while all targets are being read', async () => {
    const { promise: whole, resolve: release } = Promise.withResolvers<void>();
    const { queries } = openTargets(many(5), '/targets', { hold: (query) => (isWhole(query) ? whole : null) });
    await userEvent.click(await checkbox('web-0'));
    await selectAll();
    await userEvent.click((await bar()).getByRole('button', { name: 'Clear selection' }));
    await userEvent.click(await checkbox('web-3'));
    release();
    // Another list, whose answer arrives after that of Select all.
    await filterBy('web-');
    await waitFor(() => expect(queries().at(-1)).toContain('text=web-'));
    await waitFor(() => expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'false'));
    expect((await bar()).getByText('1 selected')).toBeVisible();
  });

  it('is not offered for a list of unknown length', async () => {
    const { promise: unfiltered, resolve: release } = Promise.withResolvers<void>();
    const hold = (query: URLSearchParams) => (query.has('text') ? null : unfiltered);
    openTargets(many(600), '/targets?text=web-59', { hold });
    await userEvent.click(await checkbox('web-59'));
    expect((await bar()).getByRole('button', { name: 'Select all' })).toBeVisible();
    await filterBy('');
    await waitFor(() => expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true'));
    expect((await bar()).queryByRole('button', { name: 'Select all' })).toBeNull();
    release();
    expect(await checkbox('web-0')).toBeVisible();
    expect((await bar()).queryByRole('button', { name: 'Select all' })).toBeNull();
  });

  it('has at most 500 targets', async () => {
    openTargets([...named('api', 300), ...named('job', 300)], '/targets?text=api');
    await userEvent.click(await checkbox('api-0'));
    await selectAll();
    expect(await (await bar()).findByText('300 selected')).toBeVisible();
    await filterBy('job');
    expect(await checkbox('job-0')).not.toBeChecked();
    await selectAll();
    expect(await screen.findByText(/^At most 500 targets can be selected\./)).toBeVisible();
    expect((await bar()).getByText('300 selected')).toBeVisible();
  });
});
