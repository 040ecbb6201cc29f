import { readLoadTimes } from '../probe.ts';
import { type Line, timeLine } from '../report.ts';
import type { Pages } from './pages.ts';
import { longTasks, nowOf, visiting } from './visit.ts';

/** How long the page is measured while it reads the rest, which takes minutes. */
const readingMs = 15_000;

/** The costs of 10,000 targets: when the first sum is shown, and the longest task while the others are read. */
export function costPage({ fleet }: Pages): Promise<Line[]> {
  return visiting(`${fleet}/cost-analysis`, async (visit) => {
    const { page } = visit;
    const total = page.getByRole('region', { name: 'Total forecasted monthly savings' }).getByText(/^\$/).first();
    await total.waitFor({ timeout: 240_000 });
    const shown = await nowOf(visit);
    const { resources } = await page.evaluate(readLoadTimes);
    const list = resources.filter(({ name }) => /\/v1\/ast\?enhancedItems=false/.test(name));
    await page.waitForTimeout(readingMs);
    return [
      timeLine('costs of 10,000: list to first sum', [shown - Math.max(...list.map(({ end }) => end))], 2_000),
      timeLine('costs of 10,000: page 1 to first sum', [shown - (list[0]?.end ?? Number.NaN)], null),
      timeLine('costs of 10,000: longest task', [Math.max(...(await longTasks(visit)))], 200),
    ];
  });
}
