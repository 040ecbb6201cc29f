import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { usePageActions } from '../../context/page-actions.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { listAnswer, type ScriptedAnswer } from '../../testing/scripted-api.ts';
import {
  analysisPath,
  comparisonsPath,
  costApi,
  cpuComparison,
  recommended,
  waste,
  wastePath,
  withFlags,
} from './testing/cost-api.ts';
import { scene } from './testing/cost-scene.ts';

afterEach(() => vi.restoreAllMocks());

const path = '/cost-analysis';
const reason = 'Costs are still being read.';
const failing = { status: 400, body: { errors: ['broken'] } };
const region = (name: string) => screen.findByRole('region', { name });
const csvOf = async (name: string) => await within(await region(name)).findByRole('button', { name: 'CSV' });

/** Presses the button of a notice. The sidebar has a Retry too, so it cannot be found by its name. */
function retryBeside(notice: HTMLElement): void {
  const retry = within(notice.parentElement ?? notice).getByRole('button', { name: 'Retry' });
  act(() => retry.click());
}

/** Captures downloaded files instead of saving them. */
function savedFiles(): Blob[] {
  const saved: Blob[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob);
    return 'blob:csv';
  });
  return saved;
}

/** An answer to a path that waits until `release`. */
function held(answer: ScriptedAnswer) {
  const { promise, resolve } = Promise.withResolvers<ScriptedAnswer>();
  return { answer: () => promise, release: () => resolve(answer) };
}

describe('a list of targets that breaks off', () => {
  it('has the costs of its first part, and a notice whose Retry loads the rest', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const saved = savedFiles();
    const targets = Array.from({ length: 300 }, (_, index) => recommended(`app-${index}`));
    let isDown = true;
    const api = costApi({
      waste: [waste('app-0', 2, 1), waste('app-299', 2, 1)],
      instead: {
        '/v1/ast': ({ url }) => {
          const isEnhanced = url.searchParams.get('enhancedItems') === 'true';
          return isDown && !isEnhanced && url.searchParams.get('offset') !== '0'
            ? failing
            : listAnswer(targets)({ url });
        },
      },
    });
    renderApp({ ...api, path, configuration: withFlags() });
    const notice = await within(await screen.findByRole('main')).findByText(/Only 250 targets could be listed/);
    expect(notice).toHaveTextContent(
      'Only 250 targets could be listed; there are more. The sums and lists below do not include the others.',
    );
    // A dollar per hour for 720 hours.
    expect(await screen.findByText('$720.00', { selector: 'p' })).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/Reading costs/)).toBeNull());
    await userEvent.click(await csvOf('Recommendation Mode'));
    expect(await screen.findByText('API Error: Some targets or their costs could not be loaded.')).toBeVisible();
    expect(saved).toEqual([]);
    const reads = () => api.requests.filter((request) => request.path === wastePath).length;
    const before = reads();
    isDown = false;
    retryBeside(notice);
    expect(await screen.findByText('$1,440.00', { selector: 'p' })).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/could be listed/)).toBeNull());
    // The costs of all targets were already there.
    expect(reads()).toBe(before);
    expect(logged).toHaveBeenCalledWith('[trimtab] targets.pages failed.', expect.anything());
  });

  it('is loaded again on Retry if the server had announced more', async () => {
    let total = 500;
    const answer = listAnswer(scene.targets);
    const api = costApi({
      ...scene,
      instead: {
        '/v1/ast': ({ url }) => {
          const { body } = answer({ url });
          return { body: { ...(typeof body === 'object' ? body : {}), total } };
        },
      },
    });
    renderApp({ ...api, path, configuration: withFlags() });
    const notice = await screen.findByText(/The server sent fewer/);
    total = scene.targets.length;
    retryBeside(notice);
    await waitFor(() => expect(screen.queryByText(/The server sent fewer/)).toBeNull());
  });
});

describe('the CSV file of costs', () => {
  it.each([
    ['Recommendation Mode', path, []],
    ['Top Saving Opportunities', path, []],
    ['Top waste contributors →', `${path}?range=projected`, ['cost_breakdown_v2']],
    ['Targets', `${path}/simulator`, ['cost_simulator']],
  ])('of %s waits until all costs are read', async (title, address, flags) => {
    const saved = savedFiles();
    const others = Array.from({ length: 9 }, (_, row) => waste(`other-${row}`, 1, 1));
    const last = held({ body: { items: [waste('last', 1, 1)], total: 11 } });
    const api = costApi({
      ...scene,
      instead: {
        [wastePath]: ({ url }) =>
          url.searchParams.get('offset') === '0'
            ? { body: { items: [...scene.waste, ...others], total: 11 } }
            : last.answer(),
      },
    });
    renderApp({ ...api, path: address, configuration: withFlags(...flags) });
    const csv = await csvOf(title);
    await waitFor(() => expect(csv).toHaveAttribute('aria-disabled', 'true'));
    expect(csv).toHaveAttribute('data-tooltip', reason);
    act(() => csv.click());
    expect(await screen.findByText(reason, { selector: 'p' })).toBeVisible();
    expect(saved).toEqual([]);
    last.release();
    await waitFor(() => expect(csv).toHaveAttribute('aria-disabled', 'false'));
    expect(csv).not.toHaveAttribute('data-tooltip');
    await userEvent.click(csv);
    await waitFor(() => expect(saved).toHaveLength(1));
  });

  it.each([
    ['Recommendation Mode', path, [], comparisonsPath, failing],
    ['Top Saving Opportunities', path, [], wastePath, { body: { items: scene.waste, total: 40 } }],
    ['Targets', `${path}/simulator`, ['cost_simulator'], wastePath, failing],
  ])('of %s is not saved if a part of the costs is missing', async (title, address, flags, broken, answer) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const saved = savedFiles();
    const api = costApi({ ...scene, instead: { [broken]: () => answer } });
    renderApp({ ...api, path: address, configuration: withFlags(...flags) });
    await within(await screen.findByRole('main')).findByRole('button', { name: 'Retry' });
    await userEvent.click(await csvOf(title));
    expect(await screen.findByText('API Error: Some targets or their costs could not be loaded.')).toBeVisible();
    expect(saved).toEqual([]);
  });

  it('of a past range waits for the range that was chosen last', async () => {
    const saved = savedFiles();
    const body = {
      breakdown: [
        { timestamp: '2024-09-01T00:00:00Z', realized: { cpu_core_hours: 1, memory_byte_hours: 0 }, unrealized: null },
      ],
      contributors: [],
    };
    const day = held({ body });
    const api = costApi({
      ...scene,
      instead: { [analysisPath]: ({ url }) => (url.searchParams.get('bucket') === 'Day' ? day.answer() : { body }) },
    });
    renderApp({ ...api, path, configuration: withFlags('cost_breakdown_v2') });
    await csvOf('Monthly breakdown →');
    await userEvent.click(screen.getByRole('button', { name: 'Last month' }));
    const csv = await csvOf('Daily breakdown →');
    expect(csv).toHaveAttribute('aria-disabled', 'true');
    act(() => csv.click());
    expect(saved).toEqual([]);
    day.release();
    await waitFor(() => expect(csv).toHaveAttribute('aria-disabled', 'false'));
    await userEvent.click(csv);
    await waitFor(() => expect(saved).toHaveLength(1));
  });

  it('of a past range is not saved from the search box before it is loaded', async () => {
    const saved = savedFiles();
    const api = costApi({ ...scene, instead: { [analysisPath]: held({}).answer } });
    renderApp({ ...api, path, configuration: withFlags('cost_breakdown_v2') });
    await region('Monthly breakdown →');
    const actions = renderHook(() => usePageActions()).result.current;
    act(() => actions.find(({ label }) => label.startsWith('Download costs-'))?.run());
    expect(await screen.findByText(reason, { selector: 'p' })).toBeVisible();
    expect(saved).toEqual([]);
  });

  it('of a past range does not depend on the costs of today', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const saved = savedFiles();
    const hours = { cpu_core_hours: 1, memory_byte_hours: 0 };
    const analysis = {
      breakdown: [{ timestamp: '2024-09-01T00:00:00Z', realized: hours, unrealized: hours }],
      contributors: [],
    };
    renderApp({
      ...costApi({ ...scene, analysis, instead: { [wastePath]: () => failing } }),
      path,
      configuration: withFlags('cost_breakdown_v2'),
    });
    await within(await screen.findByRole('main')).findByRole('button', { name: 'Retry' });
    await userEvent.click(await csvOf('Monthly breakdown →'));
    await waitFor(() => expect(saved).toHaveLength(1));
  });
});

describe('comparisons that could not be loaded', () => {
  it('leave the number of simulated targets unknown', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const api = costApi({ ...scene, instead: { [comparisonsPath]: () => failing } });
    renderApp({ ...api, path: `${path}/simulator`, configuration: withFlags('cost_simulator') });
    const table = await region('Targets');
    expect(await within(table).findByText('No data available')).toBeVisible();
    expect(table).not.toHaveTextContent('0 targets');
    expect(table).not.toHaveTextContent('has been compared');
  });
});

describe('targets that are not in the sums', () => {
  it('are listed with the reason, which may never go away', async () => {
    const unset = 'Container app has no CPU requests set! Consider setting requests.';
    const gone = cpuComparison('cart', { usage: null, request: null }, { usage: null, request: null });
    const api = costApi({
      targets: [recommended('cart'), recommended('fine'), recommended('mute')],
      comparisons: [
        { ...gone, problem: unset },
        { ...gone, name: 'mute' },
      ],
      waste: [waste('fine', 2, 1)],
    });
    renderApp({ fetch: api.fetch, path, configuration: withFlags() });
    const total = within(await region('Total forecasted monthly savings'));
    expect(await total.findByText('2 targets are not in these sums: their costs are unknown.')).toBeVisible();
    await userEvent.click(total.getByText('Why'));
    expect(total.getByText(unset)).toBeVisible();
    expect(total.getAllByRole('listitem')).toHaveLength(1);
    expect(total.getByRole('link', { name: 'cart' })).toHaveAttribute('href', '/ast/shop/cart');
  });

  it('are only awaited while costs are being read', async () => {
    const { answer, release } = held({ body: { items: [], total: 0 } });
    const api = costApi({
      targets: [recommended('cart'), recommended('fine')],
      waste: [waste('fine', 2, 1)],
      instead: { [comparisonsPath]: answer },
    });
    renderApp({ fetch: api.fetch, path, configuration: withFlags() });
    const total = within(await region('Total forecasted monthly savings'));
    expect(await total.findByText('1 target is not in these sums: costs are still being read.')).toBeVisible();
    release();
    expect(await total.findByText('1 target is not in these sums: its costs are unknown.')).toBeVisible();
  });
});
