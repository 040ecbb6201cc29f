import { rest } from '../browser.ts';
import { inputTimes } from '../latency.ts';
import { type Line, timeLine } from '../report.ts';
import { bareClicks } from './bare-inputs.ts';
import type { Pages } from './pages.ts';
import { visiting } from './visit.ts';

const rounds = 5;
const drawer = { input: 'click', selector: '[role=dialog] h2', attribute: 'id' };

/** From the press on the button to the painted drawer with the explanation. The first press also loads its code. */
export async function explanation({ shop, bare }: Pages): Promise<Line[]> {
  const least = await bareClicks(bare);
  return await visiting(`${shop}/ast/storefront/cart`, async (visit) => {
    const { page } = visit;
    const button = page.getByRole('button', { name: 'How it was computed' });
    await button.waitFor();
    await rest(visit, 2_000, 30_000);
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      times.push(...(await inputTimes(page, drawer, 1, () => button.click())));
      await rest(visit, 500, 10_000);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await rest(visit, 500, 10_000);
    }
    return [
      timeLine('explanation: click to drawer, first', times.slice(0, 1), 200, least),
      timeLine('explanation: click to drawer, again', times.slice(1), 100, least),
    ];
  });
}
