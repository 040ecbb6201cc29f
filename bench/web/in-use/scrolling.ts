import { rest, type Visit } from '../browser.ts';
import { frameTimes } from '../latency.ts';
import { type Line, timeLine } from '../report.ts';
import { bareFrames } from './bare-inputs.ts';
import type { Pages } from './pages.ts';
import { quantile, visiting } from './visit.ts';

const turns = 60;

/**
 * Scrolling through 10,000 rows of two lists: the list that the server pages, and the costs, which are all in the page.
 */
export async function scrolling({ fleet, bare }: Pages): Promise<Line[]> {
  const least = await bareFrames(bare);
  // The first answer needs the usage of all targets, which the server reads only once.
  await (await fetch(`${fleet}/v1/views/asts?view=all&limit=1`)).arrayBuffer();
  const lines: Line[] = [];
  for (const [what, path, table] of [
    ['targets', '/targets?view=all', /^Targets: /],
    ['costs', '/cost-analysis', 'Recommendation Mode'],
  ] as const)
    lines.push(
      ...(await visiting(`${fleet}${path}`, async (visit) => {
        const list = visit.page.getByRole('table', { name: table });
        await list.locator('tbody th').first().waitFor({ timeout: 120_000 });
        await rest(visit, 3_000, 30_000);
        await list.locator('tbody th').nth(3).hover();
        const frames = await frameTimes(visit.page, () => scroll(visit));
        return [
          timeLine(`scrolling 10,000 ${what}: worst frame`, [Math.max(...frames)], 50, [Math.max(...least)]),
          timeLine(`scrolling 10,000 ${what}: 95 %`, [quantile(frames, 0.95)], null, [quantile(least, 0.95)]),
        ];
      })),
    );
  return lines;
}

async function scroll({ page }: Visit): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await page.mouse.wheel(0, 600);
}
