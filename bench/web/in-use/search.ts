import { rest } from '../browser.ts';
import { searchTimes } from '../many.ts';
import { type Line, timeLine } from '../report.ts';
import { bareKeys } from './bare-inputs.ts';
import type { Pages } from './pages.ts';
import { visiting } from './visit.ts';

/**
 * The search among 10,000 targets, all of which are loaded. In the benchmark of the first load, `many` searches while
 * they are loading.
 */
export async function search({ fleet, bare }: Pages): Promise<Line[]> {
  const least = await bareKeys(bare);
  return await visiting(fleet, async (visit) => {
    const { page } = visit;
    await page.getByRole('heading', { level: 1 }).filter({ hasText: '10,000 targets' }).waitFor({ timeout: 120_000 });
    await rest(visit, 2_000, 30_000);
    const times = [...(await searchTimes(page))];
    return [
      timeLine('search among 10,000: middle', times, 40, least),
      timeLine('search among 10,000: worst', [Math.max(...times)], 80, [Math.max(...least)]),
    ];
  });
}
