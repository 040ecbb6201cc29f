import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { formatCount, formatMoney } from '@trimtab/core';
import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { type Navigate, useNavigate } from '../../browser/router.tsx';
import { useBack } from '../../testing/memory-router.tsx';
import { renderApp } from '../../testing/render-app.tsx';
import { sliderSlot, writeSliders } from './simulator/slider-address.ts';
import { autonomousTarget, costApi, cpuComparison, recommended, waste, withFlags } from './testing/cost-api.ts';

const path = '/cost-analysis/simulator';
const configuration = withFlags('cost_simulator');
const card = (name: string) => screen.findByRole('region', { name });
const slider = (name: string) => screen.findByRole('slider', { name });
/** Moves a slider like a drag. */
const drag = (element: HTMLElement, percent: number) =>
  fireEvent.change(element, { target: { value: String(percent) } });

const order = () => screen.getAllByRole('rowheader').map((cell) => cell.querySelector('a')?.textContent);

const marked = (row: HTMLElement) =>
  within(row).getByText('This resource is currently a bottleneck').parentElement?.parentElement?.textContent;

// A core costs $34.56 a month. cart needs only two of its four cores, while search already runs on two of four.
const scene = {
  targets: [recommended('cart'), autonomousTarget('search')],
  comparisons: [
    cpuComparison('cart', { usage: 1, request: 4 }, { usage: 1, request: 2 }),
    cpuComparison('search', { usage: 1, request: 4 }, { usage: 1, request: 2 }),
  ],
  waste: [waste('cart', 0.192, 0.096)],
};

describe('the simulator', () => {
  it('explains the bottleneck', async () => {
    renderApp({ ...costApi(scene), path, configuration });
    expect(
      await screen.findByText(/depends on its total CPU and memory requests, and may be bottlenecked/),
    ).toBeVisible();
    expect(screen.getByRole('heading', { name: 'What are cost bottlenecks?' })).toBeVisible();
  });

  it('shows an empty state without targets', async () => {
    renderApp({ ...costApi({ targets: [recommended('cart')] }), path, configuration });
    expect(await screen.findByText('No data available')).toBeVisible();
  });

  it('starts with the current utilization, so every impact is 0', async () => {
    renderApp({ ...costApi(scene), path, configuration });
    const row = await screen.findByRole('row', { name: /cart/ });
    expect(within(row).getByRole('img', { name: 'Autonomous mode is disabled' })).toBeVisible();
    await waitFor(() => expect(row.textContent).toContain('current $138.24→new $138.24'));
    expect(within(row).getByText('no change')).toBeVisible();
    const cpu = await slider('CPU utilization of cart');
    expect(cpu).toHaveValue('25');
    for (const [name, value] of [
      ['min', '1'],
      ['max', '100'],
      ['step', '1'],
    ] as const)
      expect(cpu).toHaveAttribute(name, value);
    expect(screen.getByRole('img', { name: 'Autonomous mode is enabled' })).toBeVisible();
    // Waste and savings: $69.12 × 12 each.
    const yearly = await card('Projected yearly wasted spend');
    await waitFor(() => expect(within(yearly).getAllByText('$829.44')).toHaveLength(2));
    expect(within(yearly).getByText('$0.00')).toBeVisible();
    const savings = await card('Projected yearly savings');
    await waitFor(() => expect(within(savings).getAllByText('$829.44')).toHaveLength(2));
  });

  it('counts what all suggestions together save as waste, not the larger gap', async () => {
    const comparisons = [cpuComparison('cart', { usage: 1, request: 4 }, { usage: 1, request: 3 })];
    renderApp({ ...costApi({ ...scene, targets: [recommended('cart')], comparisons }), path, configuration });
    // One of four cores: $34.56 × 12. The gap of the requests alone is twice as large.
    await waitFor(async () =>
      expect((await card('Projected yearly wasted spend')).textContent).toContain('Current waste$414.72'),
    );
  });

  it('shows a utilization below 1% as it is, with the slider at 1', async () => {
    const comparisons = [cpuComparison('cart', { usage: 0.016, request: 4 }, { usage: 0.016, request: 2 })];
    renderApp({ ...costApi({ ...scene, targets: [recommended('cart')], comparisons }), path, configuration });
    expect(await slider('CPU utilization of cart')).toHaveValue('1');
    const row = screen.getByRole('row', { name: /cart/ });
    expect(within(row).getByText('0.4%')).toBeVisible();
    expect(within(row).getByText('no change')).toBeVisible();
  });

  it('names the namespace in the controls of targets with the same name', async () => {
    const comparison = cpuComparison('cart', { usage: 1, request: 4 }, { usage: 1, request: 2 });
    const targets = [recommended('cart'), recommended('cart', 'test'), autonomousTarget('search')];
    const comparisons = [...scene.comparisons, { ...comparison, namespace: 'test' }];
    renderApp({ ...costApi({ ...scene, targets, comparisons }), path, configuration });
    drag(await slider('CPU utilization of shop/cart'), 50);
    expect(screen.getByRole('button', { name: 'Reset the sliders of shop/cart' })).toBeVisible();
    expect(screen.getByRole('slider', { name: 'Mem utilization of test/cart' })).toBeVisible();
    expect(screen.getByRole('slider', { name: 'CPU utilization of search' })).toBeVisible();
  });

  it('updates the costs of the row and both sums when a slider moves, and resets them', async () => {
    renderApp({ ...costApi(scene), path, configuration });
    drag(await slider('CPU utilization of cart'), 50);
    const row = screen.getByRole('row', { name: /cart/ });
    await waitFor(() => expect(row.textContent).toContain('current $138.24→new $69.12'));
    expect(row.textContent).toContain('$829.44saving');
    const yearly = await card('Projected yearly wasted spend');
    await waitFor(() => expect(yearly.textContent).toContain('Current waste$829.44'));
    await waitFor(() => expect(yearly.textContent).toContain('New waste$0.00'));
    expect(within(yearly).getByRole('img', { name: 'Less by' })).toBeVisible();
    drag(await slider('CPU utilization of search'), 25);
    expect(screen.getByRole('row', { name: /search/ }).textContent).toContain('-$829.44costing');
    const savings = await card('Projected yearly savings');
    await waitFor(() => expect(savings.textContent).toContain('New savings$0.00'));
    await userEvent.click(screen.getByRole('button', { name: 'Reset sliders' }));
    await waitFor(() => expect(screen.getByRole('row', { name: /search/ }).textContent).toContain('no change'));
  });

  it('marks the bottleneck, and follows it to the other resource', async () => {
    renderApp({ ...costApi(scene), path, configuration });
    const row = await screen.findByRole('row', { name: /cart/ });
    await waitFor(() => expect(marked(row)).toContain('CPU*'));
    expect(row.querySelector('[data-tooltip="This resource is currently a bottleneck"]')).toBeVisible();
    // At 1 % memory utilization the request is 100 GB, a larger share of the node than 1 of 4 cores.
    drag(await slider('Mem utilization of cart'), 1);
    expect(marked(row)).toContain('Mem*');
  });

  it('moves sliders by keyboard, between 1 and 100', async () => {
    renderApp({ ...costApi(scene), path, configuration });
    const cpu = await slider('CPU utilization of cart');
    cpu.focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
    expect(cpu).toHaveValue('26');
    await userEvent.keyboard('{End}');
    expect(cpu).toHaveValue('100');
    await userEvent.keyboard('{Home}');
    expect(cpu).toHaveValue('1');
    expect(cpu).toHaveAttribute('aria-valuetext', '1%');
  });

  it('stores the sliders in the address, and resets one target without the others', async () => {
    const { address } = renderApp({ ...costApi(scene), path, configuration });
    drag(await slider('CPU utilization of cart'), 50);
    drag(await slider('Mem utilization of search'), 90);
    await waitFor(() => expect(address.current).toMatch(/\?sliders=[\w-]{24}$/));
    const link = address.current;
    await userEvent.click(screen.getByRole('button', { name: 'Reset the sliders of search' }));
    expect(await slider('CPU utilization of cart')).toHaveValue('50');
    expect(await slider('Mem utilization of search')).toHaveValue('50');
    await waitFor(() => expect(address.current).toMatch(/\?sliders=[\w-]{12}$/));
    cleanup();
    renderApp({ ...costApi(scene), path: link, configuration });
    expect(await slider('CPU utilization of cart')).toHaveValue('50');
    expect(await slider('Mem utilization of search')).toHaveValue('90');
    await waitFor(() => expect(screen.getByRole('row', { name: /cart/ }).textContent).toContain('$829.44saving'));
  });

  it('follows the browser history between addresses with different sliders', async () => {
    const steering: { go?: Navigate; back?: () => void } = {};
    const Steering = () => {
      steering.go = useNavigate();
      steering.back = useBack();
      return null;
    };
    renderApp({ ...costApi(scene), path, configuration, beside: <Steering /> });
    drag(await slider('CPU utilization of cart'), 50);
    const sliders = writeSliders(new Map([[sliderSlot({ namespace: 'shop', name: 'cart' }), { cpu: 80 }]]));
    await act(async () => steering.go?.(`${path}?sliders=${sliders}`));
    await waitFor(async () => expect(await slider('CPU utilization of cart')).toHaveValue('80'));
    await act(async () => steering.go?.(`${path}?sliders=${'A'.repeat(5_000)}`));
    await waitFor(async () => expect(await slider('CPU utilization of cart')).toHaveValue('25'));
    await act(async () => steering.back?.());
    await waitFor(async () => expect(await slider('CPU utilization of cart')).toHaveValue('80'));
  });

  it('sorts by columns that a slider does not change, and stores the sort in the address', async () => {
    const large = cpuComparison('ledger', { usage: 4, request: 40 }, { usage: 4, request: 8 });
    const targets = [...scene.targets, recommended('ledger')];
    const api = costApi({ ...scene, targets, comparisons: [...scene.comparisons, large] });
    const { address } = renderApp({ ...api, path, configuration });
    await slider('CPU utilization of cart');
    await waitFor(() => expect(order()).toEqual(['cart', 'ledger', 'search']));
    await userEvent.click(screen.getByRole('button', { name: 'Est. monthly cost' }));
    await waitFor(() => expect(order()).toEqual(['ledger', 'cart', 'search']));
    await waitFor(() => expect(address.current).toBe(`${path}?sim=-cost`));
    expect(screen.queryByRole('button', { name: 'Yearly savings impact' })).toBeNull();
  });

  it.each([1_000, 10_000])(
    'updates %d rows within the frame of the input, and draws only the visible ones',
    async (count) => {
      const names = Array.from({ length: count }, (_, index) => `app-${String(index).padStart(5, '0')}`);
      const all = names.map((name) => cpuComparison(name, { usage: 1, request: 4 }, { usage: 1, request: 2 }));
      const whole = () => ({ body: { items: all, total: all.length } });
      const api = costApi({
        targets: names.map((name) => recommended(name)),
        // One page with all targets. Another test covers pagination.
        instead: { '/v1/ast/optimization/comparison/average': whole },
      });
      renderApp({ ...api, path, configuration });
      const first = await slider('CPU utilization of app-00000');
      await screen.findByText(`${formatCount(count)} targets`);
      expect(screen.getAllByRole('slider').length).toBeLessThan(100);
      const row = screen.getByRole('row', { name: /app-00000/ });
      const block = await card('Projected yearly wasted spend');
      await waitFor(() => expect(block.textContent).toContain(`New waste${formatMoney(count * 829.44)}`));
      // Dispatch the event directly, because the test library's helpers would flush React. The document at the start of
      // the next frame is what the browser paints.
      const painted = await new Promise<string[]>((resolve) => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(first, '50');
        requestAnimationFrame(() => resolve([row.textContent, block.textContent]));
        first.dispatchEvent(new Event('input', { bubbles: true }));
      });
      expect(painted[0]).toContain('$829.44saving');
      expect(painted[1]).toContain(`New waste${formatMoney((count - 1) * 829.44)}`);
    },
  );
});
