import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { homeApi, type Row } from '../testing/home-api.ts';
import { cell } from '../testing/home-page.ts';
import { renderHome } from '../testing/render-home.tsx';

beforeEach(() => page.viewport(1280, 900));

async function badgeColor(name: string) {
  const badge = (await cell(name, 'Predicted Need')).querySelector('bdi');
  return badge ? getComputedStyle(badge).color : '';
}

describe('cells', () => {
  const recommendation: Row[] = [
    { name: 'usual', cpu_utilization: 0.4249, memory_utilization: 0, hourly_waste_savings: 1 },
    {
      name: 'missing',
      status: { severity: 'high', label: 'Target workload missing' },
      cpu_utilization: 0.5,
      memory_utilization: 0.5,
    },
    { name: 'unknown', cpu_utilization: null, hourly_waste_savings: null },
    { name: 'negative', hourly_waste_savings: -2 },
    { name: 'down', recommendation: { type: 'downDelta', label: '-38%' } },
    { name: 'up', recommendation: { type: 'upDelta', label: '+2 pods' } },
    { name: 'failed', recommendation: { type: 'error', label: 'Error' } },
    { name: 'young', recommendation: { type: 'noSuggestions', label: 'No suggestions' } },
  ];

  it.each([
    ['usual', 'CPU', '42.5%'],
    ['usual', 'Memory', '0.0%'],
    ['missing', 'CPU', '—'],
    ['missing', 'Memory', '—'],
    ['unknown', 'CPU', '—'],
    ['unknown', 'Memory', '—'],
    ['usual', 'Yearly Waste', '$8,760.00'],
    ['unknown', 'Yearly Waste', 'No pre-autonomous mode data found'],
    ['negative', 'Yearly Waste', '$0.00'],
    ['usual', 'Predicted Need', 'No change'],
    ['failed', 'Predicted Need', 'Error'],
    ['young', 'Predicted Need', 'No suggestions'],
  ])('recommendation: %s / %s reads %s', async (name, column, text) => {
    renderHome(homeApi({ web: { recommendation } }));
    expect((await cell(name, column)).textContent).toBe(text);
  });

  it('shows up and down arrows, and different colors for hint, error and change', async () => {
    renderHome(homeApi({ web: { recommendation } }));
    expect(within(await cell('down', 'Predicted Need')).getByRole('img', { name: 'Decrease' })).toBeVisible();
    expect(within(await cell('up', 'Predicted Need')).getByRole('img', { name: 'Increase' })).toBeVisible();
    expect(await badgeColor('failed')).toBe(await badgeColor('young'));
    expect(new Set([await badgeColor('usual'), await badgeColor('failed'), await badgeColor('up')]).size).toBe(3);
  });

  it.each([
    ['saves', 'Yearly Savings', '$17,520.00'],
    ['added', 'Yearly Savings', '($8,760.00)'],
    ['zero', 'Yearly Savings', 'No pre-autonomous mode data found'],
    ['saves', 'Scaling', 'Multi dimensional'],
  ])('autonomous: %s / %s reads %s', async (name, column, text) => {
    const autonomous = [
      { name: 'saves', hourly_waste_savings: 2, scaling: 'multi dimensional' },
      { name: 'added', hourly_waste_savings: -1 },
      { name: 'zero', hourly_waste_savings: 0 },
    ];
    renderHome(homeApi({ web: { autonomous } }));
    expect((await cell(name, column)).textContent).toBe(text);
  });

  it('shows the severity, the label and, on focus, the reason of a status', async () => {
    const status = {
      severity: 'high',
      label: 'No requests set',
      tooltip: 'Container web has no CPU requests set!',
    } as const;
    renderHome(homeApi({ web: { recommendation: [{ name: 'bare', status }] } }));
    const place = await cell('bare', 'Status');
    expect(within(place).getByRole('img', { name: 'High severity' })).toBeVisible();
    within(place).getByText('No requests set').closest<HTMLElement>('[tabindex]')?.focus();
    await userEvent.hover(within(place).getByText('No requests set'));
    // Moving the pointer may scroll, which closes the tooltip. Hovering opens it again.
    await waitFor(() => expect(screen.getByText(status.tooltip)).toBeVisible());
  });

  it('adds no tooltip to a status without a reason', async () => {
    renderHome(homeApi({ web: { recommendation: [{ name: 'fine', status: { severity: 'low', label: 'Healthy' } }] } }));
    expect((await cell('fine', 'Status')).querySelector('[data-tooltip]')).toBeNull();
  });

  it('shows a dash for a status that was not sent', async () => {
    renderHome(homeApi({ web: { recommendation: [{ name: 'bare', status: { severity: 'low', label: '' } }] } }));
    const place = await cell('bare', 'Status');
    expect(place.textContent).toBe('—');
    expect(within(place).queryByRole('img')).toBeNull();
  });

  it('shows the time over which utilization is averaged', async () => {
    renderHome(homeApi({ web: { recommendation } }));
    await userEvent.hover(within(await cell('usual', 'CPU')).getByText('42.5%'));
    expect(await screen.findByText('24 h average ÷ mean request')).toBeVisible();
  });

  it('links to the detail page, with names encoded once', async () => {
    renderHome(homeApi({ web: { autonomous: [{ name: 'a/b%' }] } }));
    expect(await screen.findByRole('link', { name: 'View a/b%' })).toHaveAttribute('href', '/ast/web/a%2Fb%25');
  });

  it('keeps its layout with names of any length and direction, and shows the full name in a tooltip', async () => {
    const hostile = ['n'.repeat(253), '\u202eevil-\u05d0\u05d1', 'constructor', '<img src=x onerror=alert(1)>'];
    const api = homeApi({ [`ns-${'x'.repeat(250)}`]: { autonomous: hostile.map((name) => ({ name })) } });
    renderHome(api);
    for (const header of await screen.findAllByRole('rowheader')) expect(header.querySelector('bdi')).not.toBeNull();
    const table = screen.getByRole('table');
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth);
    expect(table.querySelector('img')).toBeNull();
    const long = within(table).getByText('n'.repeat(253));
    expect(long.getBoundingClientRect().height).toBeLessThan(30);
    await userEvent.hover(long);
    await waitFor(() => expect(screen.getAllByText('n'.repeat(253))).toHaveLength(2));
  });
});
