import { heapBytes, rest, type Visit } from '../browser.ts';
import { type Line, timeLine } from '../report.ts';
import type { Pages } from './pages.ts';
import { longTasks, visiting } from './visit.ts';

const hourMs = 3_600_000;
const jumpsPerHour = 12;
const hours = 24;

/**
 * The page of a target, open for a day. The page's clock jumps five minutes at a time, so that every poll is sent 288 times.
 * It begins a day ago, so that the server has samples for the whole day. The first hour fills caches and rolling histories.
 */
export function dayOpen({ shop }: Pages): Promise<Line[]> {
  return visiting('about:blank', async (visit) => {
    const { page } = visit;
    await page.clock.install({ time: Date.now() - hours * hourMs });
    await page.goto(`${shop}/ast/storefront/cart`);
    await page.getByRole('slider', { name: 'Start of the time shown' }).waitFor();
    await rest(visit, 1_500, 30_000);
    const answers = { pending: 0, count: 0 };
    page.on('request', () => void (answers.pending += 1));
    const end = () => {
      answers.pending -= 1;
      answers.count += 1;
    };
    page.on('requestfinished', end).on('requestfailed', end);
    const heaps: number[] = [];
    for (let hour = 0; hour < hours; hour += 1) {
      for (let jump = 0; jump < jumpsPerHour; jump += 1) {
        await page.clock.fastForward(hourMs / jumpsPerHour);
        await settled(visit, answers);
      }
      if (hour === 0) await page.evaluate(() => window.benchWatch?.longTasks.splice(0));
      heaps.push((await heapBytes(visit)) / 1e6);
    }
    const growth = (heaps.at(-1) ?? Number.NaN) - (heaps[0] ?? Number.NaN);
    return [
      { ...timeLine('a day open: growth of the heap', [growth], 2), unit: 'MB', isTime: false },
      { ...timeLine('a day open: heap', heaps, null), unit: 'MB' },
      timeLine('a day open: longest task', [Math.max(...(await longTasks(visit)))], 50),
      { ...timeLine('a day open: requests', [answers.count], null), unit: '' },
    ];
  });
}

/** Waits until all polls are answered. Otherwise the next jump of the clock would exceed their time limit. */
async function settled({ page }: Visit, answers: { pending: number }): Promise<void> {
  // The page's timers are those of the clock, but messages are not.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve());
        port1.start();
        port2.postMessage(null);
      }),
  );
  while (answers.pending > 0) await page.waitForTimeout(5);
}
