import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderApp } from '../../testing/render-app.tsx';
import { autonomous, comparison, costApi, recommended, waste, withFlags } from './testing/cost-api.ts';

afterEach(cleanup);

const path = '/cost-analysis/simulator';
const configuration = withFlags('cost_simulator');
const card = (name: string) => screen.findByRole('region', { name });
const slider = (name: string) => screen.findByRole('slider', { name });
/** Moves a slider as a drag does. */
const drag = (element: HTMLElement, percent: number) =>
  fireEvent.change(element, { target: { value: String(percent) } });

const marked = (row: HTMLElement) =>
  within(row).getByText('This resource is currently a bottleneck').parentElement?.parentElement?.textContent;

// A core is 34.56 $ a month; cart could do with half of its four, search did with half of its four.
const scene = {
  targets: [recommended('cart'), autonomous('search')],
  comparisons: [
    comparison('cart', { usage: 1, request: 4 }, { usage: 1, request: 2 }),
    comparison('search', { usage: 1, request: 4 }, { usage: 1, request: 2 }),
  ],
  waste: [waste('cart', 0.192, 0.096)],
};

describe('the simulator', () => {
  it('explains itself', async () => {
    renderApp({ ...costApi(scene), path, configuration });
    expect(
      await screen.findByText(/depends on its total CPU and memory requests, and may be bottlenecked/),
    ).toBeVisible();
    expect(screen.getByRole('heading', { name: 'What are cost bottlenecks?' })).toBeVisible();
  });

  it('says that there is nothing to simulate', async () => {
    renderApp({ ...costApi({ targets: [recommended('cart')] }), path, configuration });
    expect(await screen.findByText('No data available')).toBeVisible();
  });

  it('begins with what runs now: every impact is 0', async () => {
    renderApp({ ...costApi(scene), path, configuration });
    const row = await screen.findByRole('row', { name: /cart/ });
    expect(within(row).getByRole('img', { name: 'Autonomous mode is disabled' })).toBeVisible();
    expect(row.textContent).toContain('current $138.24→new $138.24');
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
    // Waste and savings: 69.12 $ × 12 each.
    const yearly = await card('Projected yearly wasted spend');
    expect(within(yearly).getAllByText('$829.44')).toHaveLength(2);
    expect(within(yearly).getByText('$0.00')).toBeVisible();
    expect(within(await card('Projected yearly savings')).getAllByText('$829.44')).toHaveLength(2);
  });

  it('prices a moved slider in the row and in both sums, and goes back', async () => {
    renderApp({ ...costApi(scene), path, configuration });
    drag(await slider('CPU utilization of cart'), 50);
    const row = screen.getByRole('row', { name: /cart/ });
    expect(row.textContent).toContain('current $138.24→new $69.12');
    expect(row.textContent).toContain('$829.44saving');
    const yearly = await card('Projected yearly wasted spend');
    expect(yearly.textContent).toContain('Current waste$829.44');
    expect(yearly.textContent).toContain('New waste$0.00');
    expect(within(yearly).getByRole('img', { name: 'Less by' })).toBeVisible();
    drag(await slider('CPU utilization of search'), 25);
    expect(screen.getByRole('row', { name: /search/ }).textContent).toContain('-$829.44costing');
    expect((await card('Projected yearly savings')).textContent).toContain('New savings$0.00');
    await userEvent.click(screen.getByRole('button', { name: 'Reset sliders' }));
    expect(screen.getByRole('row', { name: /search/ }).textContent).toContain('no change');
  });

  it('marks the resource that sets the price, and the other one once it does', async () => {
    renderApp({ ...costApi(scene), path, configuration });
    const row = await screen.findByRole('row', { name: /cart/ });
    expect(marked(row)).toContain('CPU*');
    expect(row.querySelector('[data-tooltip="This resource is currently a bottleneck"]')).toBeVisible();
    // 0.001 GB of 16 GB used as 1 %, against 1 core of 4 used in full: memory takes over at 1 / 0.01 = 100 GB.
    drag(await slider('Mem utilization of cart'), 1);
    expect(marked(row)).toContain('Mem*');
  });

  it('reckons a thousand rows anew within a frame or two, and draws only those in sight', async () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `app-${String(index).padStart(4, '0')}`);
    const all = names.map((name) => comparison(name, { usage: 1, request: 4 }, { usage: 1, request: 2 }));
    const whole = () => ({ body: { items: all, total: all.length } });
    const api = costApi({
      targets: names.map((name) => recommended(name)),
      // A server that ignores the page size: the walk over a hundred pages is another test's.
      instead: { '/v1/ast/optimization/comparison/average': whole },
    });
    renderApp({ ...api, path, configuration });
    const first = await slider('CPU utilization of app-0000');
    await screen.findByText('1,000 targets');
    expect(screen.getAllByRole('slider').length).toBeLessThan(100);
    const took = [30, 31, 32, 33, 34].map((percent) => {
      const start = performance.now();
      drag(first, percent);
      return performance.now() - start;
    });
    expect(screen.getByRole('row', { name: /app-0000/ }).textContent).toContain('saving');
    // The development build of React, on a loaded machine: the best of five says what the work itself takes.
    expect(Math.min(...took)).toBeLessThan(50);
  });
});
