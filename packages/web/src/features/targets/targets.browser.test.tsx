import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { many, openTargets as open, target } from './testing/targets-page.ts';

beforeEach(() => page.viewport(1440, 900));

const drawnCells = () => [...screen.getByRole('table').querySelectorAll('tbody td > *')];

describe('the list of all targets', () => {
  it('opens on the targets at risk, with their change, kills, restarts and net cost', async () => {
    const { queries } = open([target(0)]);
    await screen.findByRole('rowheader', { name: /^web-0/ });
    const row = screen.getByRole('rowheader', { name: /^web-0/ }).closest('tr');
    const cells = within(row ?? document.body)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells).toEqual([
      '',
      'Underprovisioned',
      '40.0%',
      '110.0%',
      '3',
      '4',
      'Memory 768Mi → 1611Mi',
      '+$8,760 cost',
      '',
      '—',
    ]);
    expect(queries()).toEqual(['?view=at-risk&sort=-oom_kills&limit=100&offset=0']);
    expect(screen.getByRole('tab', { name: 'At risk 1' })).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByRole('tab', { name: 'All 4' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Targets' })).toHaveAttribute('aria-current', 'page');
    expect(document.title).toContain('Targets');
  });

  it.each(['CPU', 'Memory'])('says that %s is divided by the mean request', async (column) => {
    open([target(0)]);
    const header = await screen.findByRole('columnheader', { name: new RegExp(`^${column}`) });
    await userEvent.hover(within(header).getByRole('button'));
    expect(await screen.findByText(/24 h average ÷ mean request/)).toBeVisible();
  });

  it('has the icon of the mode at the height of the text of its row', async () => {
    open([target(0)]);
    const icon = await screen.findByRole('img', { name: 'Recommendation' });
    const cell = icon.closest('td')?.getBoundingClientRect() ?? new DOMRect();
    const { top, height } = icon.getBoundingClientRect();
    expect(Math.abs(top + height / 2 - (cell.top + cell.height / 2))).toBeLessThan(1);
  });

  it('shows the whole hint in the filter of figures', async () => {
    open([target(0)]);
    const field = await screen.findByRole<HTMLInputElement>('searchbox', { name: /^Figures/ });
    field.value = field.placeholder;
    expect(field.scrollWidth).toBeLessThanOrEqual(field.clientWidth);
  });

  it('has every tab in sight on a phone', async () => {
    await page.viewport(390, 800);
    open([target(0)]);
    const tabs = await screen.findAllByRole('tab');
    expect(tabs).toHaveLength(4);
    const row = screen.getByRole('tablist');
    await waitFor(() => expect(row.scrollWidth).toBeLessThanOrEqual(row.clientWidth));
    for (const tab of tabs) {
      expect(tab.getBoundingClientRect().right).toBeLessThanOrEqual(row.getBoundingClientRect().right);
      expect(tab.getBoundingClientRect().bottom).toBeLessThanOrEqual(row.getBoundingClientRect().bottom + 1);
    }
  });

  it('keeps tab, sort and filters in the address, and sends them to the server', async () => {
    const { address, queries } = open([target(0)]);
    await screen.findByRole('rowheader', { name: /^web-0/ });
    await userEvent.click(screen.getByRole('tab', { name: 'Savings 2' }));
    await waitFor(() => expect(address.current).toBe('/targets?view=savings'));
    await userEvent.click(screen.getByRole('button', { name: 'Restarts' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Deployment');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Namespace' }), 'shop');
    await userEvent.fill(screen.getByRole('searchbox', { name: 'Filter by name' }), 'web');
    await userEvent.fill(screen.getByRole('searchbox', { name: /^Labels/ }), 'team in (a,b)');
    await userEvent.fill(screen.getByRole('searchbox', { name: /^Figures/ }), 'cpu>90');
    await waitFor(() =>
      expect(queries().at(-1)).toBe(
        '?view=savings&namespaces=shop&kinds=Deployment&labels=team+in+%28a%2Cb%29&where=cpu%3E90&text=web&sort=-restarts&limit=100&offset=0',
      ),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(address.current).toBe('/targets?view=savings&sort=-restarts'));
    await waitFor(() => expect(screen.getByRole('searchbox', { name: 'Filter by name' })).toHaveValue(''));
  });

  it('marks an invalid label selector or comparison and does not send it', async () => {
    const { queries } = open([target(0)], '/targets?labels=a%3Db%3Dc&where=cpu');
    await screen.findByRole('rowheader', { name: /^web-0/ });
    expect(screen.getByRole('searchbox', { name: /^Labels/ })).toHaveAttribute('aria-invalid', 'true');
    expect(screen.getByRole('searchbox', { name: /^Figures/ })).toHaveAttribute('aria-invalid', 'true');
    expect(queries().join()).not.toMatch(/labels|where/);
  });

  it('mutes sums that are still being computed, and says how much has been read', async () => {
    open(many(200), '/targets?view=savings', { computed: 8, incomplete: ['Labels are still being read.'] });
    expect(await screen.findByText(/^≥ \$14\.9K/)).toHaveClass('text-ink-3');
    expect(screen.getByText('saved a year with all suggestions (4% read)')).toBeVisible();
    expect(screen.getByText('Labels are still being read.')).toBeVisible();
  });

  it('shows complete sums in bold', async () => {
    open([target(0)], '/targets?view=all');
    expect(await screen.findByText(/^\$14\.9K$/)).toHaveClass('font-semibold');
  });

  it('loads only the pages of a long list that are in view', async () => {
    const { queries } = open(many(10_000));
    await screen.findByRole('rowheader', { name: /^web-0/ });
    expect(queries()).toHaveLength(1);
    scrollTo(0, 52 * 5_000);
    await screen.findByRole('rowheader', { name: /^web-5000/ });
    expect(queries().length).toBeLessThanOrEqual(4);
    expect(queries().at(-1)).toMatch(/offset=(4900|5000)$/);
    expect(screen.getAllByRole('row').length).toBeLessThan(120);
    scrollTo(0, 0);
  });

  it('shows rows that are not loaded yet without an animation', async () => {
    const { promise: later, resolve: release } = Promise.withResolvers<void>();
    open(many(10_000), '/targets', { later });
    await screen.findByRole('rowheader', { name: /^web-0/ });
    scrollTo(0, 52 * 5_000);
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: /^web-/ })).toBeNull());
    await waitFor(() => expect(drawnCells().length).toBeGreaterThan(20));
    expect(drawnCells().map((element) => getComputedStyle(element).animationName)).not.toContain('pulse');
    release();
    expect(await screen.findByRole('rowheader', { name: /^web-5000/ })).toBeVisible();
    scrollTo(0, 0);
  });

  it('downloads the whole list as CSV', async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) saved.push(blob);
      return 'blob:csv';
    });
    open(many(600));
    await screen.findByRole('rowheader', { name: /^web-0/ });
    await userEvent.click(screen.getByRole('button', { name: 'CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    const lines = (await saved[0]?.text())?.trim().split('\r\n') ?? [];
    expect(lines).toHaveLength(601);
    expect(lines[0]).toContain('Namespace,Name,Kind,Status,Severity');
    expect(lines[600]).toContain('shop,web-599,Deployment,Underprovisioned,high,0.4,1.1,3,4,Memory 768Mi → 1611Mi');
    vi.restoreAllMocks();
  });

  it('exports the changes of the selected targets as one archive', async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) saved.push(blob);
      return 'blob:tar';
    });
    open(many(3));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select shop/web-1' }));
    const bar = within(await screen.findByRole('region', { name: 'Selected targets' }));
    expect(await bar.findByText('1 selected')).toBeVisible();
    await userEvent.click(bar.getByRole('button', { name: 'Select all' }));
    await waitFor(() => expect(bar.getByText('3 selected')).toBeVisible());
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select shop/web-0' }));
    await waitFor(() => expect(bar.getByText('2 selected')).toBeVisible());
    await userEvent.click(bar.getByRole('button', { name: 'Export changes' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    const archive = (await saved[0]?.text()) ?? '';
    expect(archive).toContain('trimtab-export/shop/kustomization.yaml');
    expect(archive).toContain('| shop | Deployment/web-1 | Memory 768Mi → 1611Mi | -$8,760 |');
    expect(archive).not.toContain('web-0');
    await userEvent.click(bar.getByRole('button', { name: 'Clear selection' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected targets' })).toBeNull());
    vi.restoreAllMocks();
  });

  it('shows three changes of a target completely, in one row', async () => {
    const change = {
      cpu: { before: 0.25, after: 1.25 },
      memory: { before: 1536 * 2 ** 20, after: 1611 * 2 ** 20 },
      replicas: { before: 12, after: 14 },
    };
    open([target(0, { change })]);
    for (const text of ['CPU 250m → 1250m', 'Memory 1536Mi → 1611Mi', '12 → 14 pods']) {
      const part = await screen.findByText(text);
      expect(part.scrollWidth).toBeLessThanOrEqual(part.clientWidth);
    }
    const row = screen.getByText('12 → 14 pods').closest('tr');
    expect(row?.getBoundingClientRect().height).toBeCloseTo(52, 0);
  });

  it('says if the selected targets have no change to export', async () => {
    open([target(0, { recommendation: { type: 'noChange', label: 'No change' }, change: null })]);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select shop/web-0' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Export changes' }));
    expect(await screen.findByText(/^There is nothing to export\. shop\/web-0: Its suggested values/)).toBeVisible();
  });

  it('says what an empty tab means, and offers to retry a failed list', async () => {
    open([]);
    expect(await screen.findByText('No target is at risk')).toBeVisible();
    cleanup();
    open([target(0)], '/targets?text=nothing');
    expect(await screen.findByText('No target matches')).toBeVisible();
  });

  it('is a list of cards on a narrow screen, with the money first', async () => {
    await page.viewport(390, 800);
    open(many(300));
    const cards = within(await screen.findByRole('list', { name: 'Targets: At risk' }));
    await cards.findByRole('link', { name: 'web-0' });
    expect(cards.getAllByRole('listitem')[0]?.textContent).toMatch(/^\+\$8,760 cost Net a year/);
    expect(screen.queryByRole('table')).toBeNull();
    expect(cards.getAllByRole('listitem').length).toBeLessThan(60);
  });

  it('does not exist on a server that does not announce it', async () => {
    const { queries } = open([target(0)], '/targets', {}, {});
    expect(await screen.findByText(/404/)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Targets' })).toBeNull();
    expect(queries()).toEqual([]);
  });
});
