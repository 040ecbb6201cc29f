import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { listAnswer, noNamespaces, scriptedApi, unknownTarget } from '../../../testing/scripted-api.ts';

const targets = [
  { namespace: 'web', name: 'b' },
  { namespace: 'web', name: 'a' },
  { namespace: 'api', name: 'constructor' },
];

function show(listed: Parameters<typeof listAnswer>[0]) {
  const api = scriptedApi({ '/v1/ast': listAnswer(listed), ...noNamespaces, ...unknownTarget('api', 'constructor') });
  return renderApp({ fetch: api.fetch });
}
const filter = () => screen.getByRole('searchbox', { name: 'Filter namespaces and targets' });
const list = () => within(screen.getByRole('list', { name: 'Namespaces' }));
const buttons = () => list().getAllByRole('button');
const links = () =>
  list()
    .queryAllByRole('link')
    .map((link) => link.textContent);

describe('filter of the sidebar', () => {
  it('shows the targets and namespaces that it finds, all open, and the accordion again when it is cleared', async () => {
    show([...targets, { namespace: 'batch', name: 'web-crawler' }]);
    await screen.findByRole('button', { name: /^web/ });
    await userEvent.fill(filter(), 'WEB');
    await waitFor(() => expect(links()).toEqual(['web-crawler']));
    expect(buttons().map((button) => [button.textContent, button.ariaExpanded])).toEqual([
      ['batch1', 'true'],
      ['web2', 'false'],
    ]);
    await userEvent.click(screen.getByRole('button', { name: /^web/ }));
    await waitFor(() => expect(links()).toEqual(['web-crawler', 'a', 'b']));
    await userEvent.click(filter());
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(filter()).toHaveValue(''));
    await waitFor(() => expect(buttons().map((button) => button.textContent)).toEqual(['api1', 'batch1', 'web2']));
    await waitFor(() => expect(links()).toEqual(['constructor']));
  });

  it('says that nothing matches', async () => {
    show(targets);
    await screen.findByRole('button', { name: /^web/ });
    await userEvent.fill(filter(), '.*');
    expect(await screen.findByText('No namespace or target matches.')).toBeVisible();
    expect(list().queryAllByRole('listitem')).toEqual([]);
  });

  it('moves into the list with the arrow keys and back, and opens the first target with Enter', async () => {
    const { address } = show(targets);
    await screen.findByRole('button', { name: /^web/ });
    await userEvent.click(filter());
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('constructor'));
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    await waitFor(() => expect(document.activeElement).toBe(filter()));
    await userEvent.keyboard('construct');
    await waitFor(() =>
      expect(
        list()
          .queryAllByRole('button')
          .map((button) => button.textContent),
      ).toEqual(['api1']),
    );
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(address.current).toBe('/ast/api/constructor'));
  });

  it('finds one of 10,000 targets and draws only the visible rows', async () => {
    show(Array.from({ length: 10_000 }, (_, index) => ({ namespace: `ns-${index % 4}`, name: `target-${index}` })));
    await waitFor(() => expect(screen.getByRole('button', { name: /^ns-0/ }).textContent).toBe('ns-02500'));
    await userEvent.fill(filter(), 'target-');
    await waitFor(() => expect(list().getAllByRole('listitem').length).toBeLessThan(80));
    await userEvent.fill(filter(), 'target-9999');
    await waitFor(() => expect(links()).toEqual(['target-9999']));
  });
});
