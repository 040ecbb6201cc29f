import { rest, type Visit } from '../browser.ts';
import { frameTimes } from '../latency.ts';
import { type Line, timeLine } from '../report.ts';
import { computed } from '../served.ts';
import { bareFrames } from './bare-inputs.ts';
import type { Pages } from './pages.ts';
import { quantile, visiting, worksOf } from './visit.ts';

const turns = 60;
const turn = ({ page }: Visit) => page.mouse.wheel(0, 600);

/** Scrolling through 10,000 rows: the list that the server pages, and the costs, which are in the page. */
export async function scrolling({ fleet, bare }: Pages): Promise<Line[]> {
  const least = await bareFrames(bare);
  // While the server still computes figures, it uses a processor core, and the page reads and draws changed rows repeatedly.
  await computed(fleet);
  const lines: Line[] = [];
  for (const [what, path, table] of [
    ['targets', '/targets?view=all', /^Targets: /],
    ['costs', '/cost-analysis', 'Recommendation Mode'],
  ] as const) {
    const atTable = <T>(use: (visit: Visit) => Promise<T>, isSlow: boolean) =>
      visiting(
        `${fleet}${path}`,
        async (visit) => {
          const list = visit.page.getByRole('table', { name: table });
          await list.locator('tbody th').first().waitFor({ timeout: 120_000 });
          await rest(visit, 3_000, 30_000);
          await list.locator('tbody th').nth(3).hover();
          return await use(visit);
        },
        isSlow,
      );
    const frames = await atTable(
      (visit) =>
        frameTimes(visit.page, async () => {
          for (let count = 0; count < turns; count += 1) await turn(visit);
        }),
      true,
    );
    const works = await atTable((visit) => worksOf(visit, turns, () => turn(visit)), false);
    lines.push(
      timeLine(`scrolling 10,000 ${what}: worst frame`, [Math.max(...frames)], 50, [Math.max(...least)]),
      timeLine(`scrolling 10,000 ${what}: 95 %`, [quantile(frames, 0.95)], null, [quantile(least, 0.95)]),
      timeLine(`scrolling 10,000 ${what}: work of a turn`, works, 50),
    );
  }
  return lines;
}
