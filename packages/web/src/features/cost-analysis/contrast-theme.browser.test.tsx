import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cdp } from 'vitest/browser';
import { renderApp } from '../../testing/render-app.tsx';
import { costApi, withFlags } from './testing/cost-api.ts';
import { scene } from './testing/cost-scene.ts';

/** A contrast theme of the system. It replaces all colors of backgrounds, borders and texts. */
const contrast = (value: 'active' | 'none') =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] });
beforeEach(() => contrast('active'));
afterEach(() => contrast('none'));

const backgroundOf = (element: Element | null | undefined) => element && getComputedStyle(element).backgroundColor;

it('keeps the bars of the breakdown visible', async () => {
  renderApp({ ...costApi(scene), path: '/cost-analysis', configuration: withFlags() });
  const bars = await screen.findByRole('list', { name: 'Yearly waste' });
  await within(bars).findByText('$840.96');
  const bar = bars.querySelector('[style*="width"]');
  expect(bar).not.toBeNull();
  expect(backgroundOf(bar)).not.toBe(backgroundOf(bars.closest('section')));
});

it('keeps the tracks of the sliders visible', async () => {
  renderApp({ ...costApi(scene), path: '/cost-analysis/simulator', configuration: withFlags('cost_simulator') });
  const [slider] = await screen.findAllByRole('slider');
  expect(slider && getComputedStyle(slider).forcedColorAdjust).toBe('none');
});

it('shows which range is chosen', async () => {
  renderApp({ ...costApi(scene), path: '/cost-analysis', configuration: withFlags('cost_breakdown_v2') });
  const ranges = within(await screen.findByRole('group', { name: 'Time range' }));
  const chosen = ranges.getByRole('button', { pressed: true });
  expect(getComputedStyle(chosen).forcedColorAdjust).toBe('none');
});
