import { rest, type Visit } from '../browser.ts';
import { inSearchBox, searchTimes } from '../many.ts';
import { type Line, timeLine } from '../report.ts';
import { computed } from '../served.ts';
import { bareKeys } from './bare-inputs.ts';
import type { Pages } from './pages.ts';
import { visiting, worksOf } from './visit.ts';

/** The page reads the costs of all targets in the background after their list. */
const loadingMs = 240_000;

/**
 * The search among 10,000 targets, all of which are loaded. In the benchmark of the first load, `many` searches while
 * they are loading.
 */
export async function search({ fleet, bare }: Pages): Promise<Line[]> {
  const least = await bareKeys(bare);
  await computed(fleet);
  const whenLoaded = <T>(use: (visit: Visit) => Promise<T>, isSlow: boolean) =>
    visiting(
      fleet,
      async (visit) => {
        const title = visit.page.getByRole('heading', { level: 1 }).filter({ hasText: '10,000 targets' });
        await title.waitFor({ timeout: 120_000 });
        await rest(visit, 2_000, loadingMs);
        return await use(visit);
      },
      isSlow,
    );
  const times = await whenLoaded(({ page }) => searchTimes(page), true);
  const works = await whenLoaded(
    (visit) => inSearchBox(visit.page, (count, press) => worksOf(visit, count, press)),
    false,
  );
  return [
    timeLine('search among 10,000: middle', times, 40, least),
    timeLine('search among 10,000: worst', [Math.max(...times)], 80, [Math.max(...least)]),
    timeLine('search among 10,000: work of a key', works, 40),
  ];
}
