import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { homeApi } from '../testing/home-api.ts';
import { cell, names, rows, section } from '../testing/home-page.ts';
import { renderHome } from '../testing/render-home.tsx';

beforeEach(() => page.viewport(1280, 900));
afterEach(() => vi.restoreAllMocks());

/** Captures downloaded files instead of saving them. */
function savedFiles() {
  const files: { name: string; text: Promise<string> }[] = [];
  const blobs = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${blobs.size}`;
    if (blob instanceof Blob) blobs.set(url, blob);
    return url;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    files.push({ name: this.download, text: blobs.get(this.href)?.text() ?? Promise.resolve('') });
  });
  return files;
}

const download = () => userEvent.click(screen.getByRole('button', { name: 'Download the targets of web as CSV' }));

describe('a list of targets', () => {
  it('shows the number of targets, and how many of them are listed', async () => {
    renderHome(homeApi({ few: { autonomous: rows(1) }, web: { autonomous: rows(25) } }));
    expect(await within(await section('few')).findByText('1 target')).toBeVisible();
    const web = await section('web');
    expect(await within(web).findByText('20 of 25 targets')).toBeVisible();
    await userEvent.click(await within(web).findByRole('button', { name: /^Load More/ }));
    expect(await within(web).findByText('25 targets')).toBeVisible();
  });

  it('downloads all targets, with figures as numbers and formulas escaped', async () => {
    const files = savedFiles();
    const recommendation = [
      {
        name: '=1+1',
        cpu_utilization: 0.4249,
        memory_utilization: null,
        hourly_waste_savings: 2,
        net_hourly_savings: 1,
      },
      ...rows(24),
    ];
    renderHome(homeApi({ web: { recommendation } }));
    await waitFor(async () => expect(names(await section('web'))).toHaveLength(20));
    await download();
    await waitFor(() => expect(files).toHaveLength(1));
    const lines = (await files[0]?.text)?.split('\r\n') ?? [];
    expect(files[0]?.name).toBe('web-recommendation.csv');
    expect(lines[0]).toBe('Namespace,Name,Status,CPU,Memory,Predicted Need,Yearly Waste,Yearly Net Savings');
    expect(lines[1]).toBe("web,'=1+1,Healthy,0.4249,,No change,17520,8760");
    expect(lines).toHaveLength(27);
  });

  it('downloads nothing if a page fails', async () => {
    const files = savedFiles();
    const api = homeApi({ web: { autonomous: rows(25) } });
    renderHome(api);
    await waitFor(async () => expect(names(await section('web'))).toHaveLength(20));
    api.fail('offset=20');
    await download();
    await waitFor(() => expect(api.requests.at(-1)).toContain('offset=20'));
    await waitFor(() => expect(screen.queryByRole('status', { name: 'Preparing the file' })).toBeNull());
    expect(files).toHaveLength(0);
  });
});

it('explains a figure on hover with data of the server, or without it if the call fails', async () => {
  const api = homeApi({
    web: {
      recommendation: [
        { name: 'explained', cpu_utilization: 0.25 },
        { name: 'mute', cpu_utilization: 0.5 },
      ],
    },
  });
  const side = { total_usage: 0.5, total_request: 2 };
  const comparison = {
    resources: { cpu: { optimized: side, unoptimized: side }, memory: { optimized: side, unoptimized: side } },
    hourly_cost: { optimized: { cpu: 1, memory: 1 }, unoptimized: { cost: 1 } },
  };
  const asked: string[] = [];
  renderHome({
    fetch: async (address, init) => {
      const { pathname } = new URL(address);
      if (!pathname.endsWith('/comparison/average')) return api.fetch(address, init);
      asked.push(pathname);
      return pathname.includes('/explained/') ? Response.json(comparison) : Response.json({}, { status: 404 });
    },
  });
  await userEvent.hover(within(await cell('explained', 'CPU')).getByText('25.0%'));
  expect(await screen.findByText(/500m used on average in the last 24 hours/)).toBeVisible();
  await userEvent.hover(within(await cell('mute', 'CPU')).getByText('50.0%'));
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(await screen.findByText('24 h average ÷ mean request')).toBeVisible();
});
