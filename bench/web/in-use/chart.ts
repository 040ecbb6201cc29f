import { rest, type Visit } from '../browser.ts';
import { inputTimes } from '../latency.ts';
import { type Line, timeLine } from '../report.ts';
import { barePointer } from './bare-inputs.ts';
import { manyPoints } from './many-points.ts';
import type { Pages } from './pages.ts';
import { longTasks, nowOf, quantile, visiting, worksOf } from './visit.ts';

const moves = 40;
const line = { input: 'pointermove', selector: 'main path[stroke="var(--color-actual)"]', attribute: 'd' };

/** The chart of 5,000 points and 60 events, while one end of the visible part is dragged back and forth. */
export async function chart({ shop, bare }: Pages): Promise<Line[]> {
  const least = await barePointer(bare);
  const { times, tasks } = await atBrush(shop, true, async (visit, moveTo) => {
    const since = await nowOf(visit);
    const drag = await inputTimes(visit.page, line, moves, moveTo);
    return { times: drag, tasks: await longTasks(visit, since) };
  });
  const works = await atBrush(shop, false, (visit, moveTo) => worksOf(visit, moves, moveTo));
  return [
    timeLine('chart of 5,000: a frame of a drag', times, 26, least),
    timeLine('chart of 5,000: 95 % of the frames', [quantile(times, 0.95)], null, [quantile(least, 0.95)]),
    timeLine('chart of 5,000: longest task', [Math.max(...tasks)], 50),
    timeLine('chart of 5,000: work of a move', works, 26),
  ];
}

/** Presses the handle of the brush and moves it with `moveTo`. */
const atBrush = <T>(
  shop: string,
  isSlow: boolean,
  drag: (visit: Visit, moveTo: (index: number) => Promise<void>) => Promise<T>,
): Promise<T> =>
  visiting(
    shop,
    async (visit) => {
      const { page } = visit;
      await page.route(/\/metrics\?|\/reliability/, manyPoints);
      await page.goto(`${shop}/ast/storefront/cart?range=14d&brush=all`);
      const handle = page.getByRole('slider', { name: 'Start of the time shown' });
      await handle.waitFor();
      await handle.scrollIntoViewIfNeeded();
      await rest(visit, 1_500, 30_000);
      const box = await handle.boundingBox();
      if (box === null) throw new Error('The brush is not shown.');
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      return await drag(visit, (index) =>
        page.mouse.move(x + 8 * (1 + (index < moves / 2 ? index : moves - index)), y),
      );
    },
    isSlow,
  );
