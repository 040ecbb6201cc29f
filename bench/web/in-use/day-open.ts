import { heapBytes, rest, type Visit } from '../browser.ts';
import { type Line, timeLine } from '../report.ts';
import type { Pages } from './pages.ts';
import { longestTaskWork, longTasks, visiting } from './visit.ts';

const hourMs = 3_600_000;
const jumpsPerHour = 12;
const hours = 24;

/**
 * The page of a target, open for a day. The page's clock jumps five minutes at a time, so that every poll is sent 288 times,
 * and all polls of a jump are answered at once. It begins a day ago, so that the server has samples for the whole day. The
 * first hour fills caches and rolling histories.
 */
export async function dayOpen({ shop }: Pages): Promise<Line[]> {
  const slow = await atTarget(shop, true, async (visit, pass, answers) => {
    await pass(1);
    const first = await heapBytes(visit);
    // `heapBytes` collects garbage, which is a long task too. It must not count.
    await visit.page.waitForTimeout(500);
    await visit.page.evaluate(() => window.benchWatch?.longTasks.splice(0));
    await pass(hours - 1);
    const longest = Math.max(...(await longTasks(visit)));
    return { longest, growth: ((await heapBytes(visit)) - first) / 1e6, requests: answers.count };
  });
  const work = await atTarget(shop, false, async (visit, pass) => {
    await pass(1);
    return await longestTaskWork(visit, () => pass(hours - 1));
  });
  return [
    { ...timeLine('a day open: growth of the heap', [slow.growth], 2), unit: 'MB', isTime: false },
    timeLine('a day open: longest task', [slow.longest], 50),
    timeLine('a day open: work of the longest task', [work], 50),
    { ...timeLine('a day open: requests', [slow.requests], null), unit: '' },
  ];
}

type Answers = { pending: number; count: number };

/** Opens the page of a target. `pass` moves the page's clock ahead by some hours. */
function atTarget<T>(
  shop: string,
  isSlow: boolean,
  use: (visit: Visit, pass: (passedHours: number) => Promise<void>, answers: Answers) => Promise<T>,
): Promise<T> {
  return visiting(
    'about:blank',
    async (visit) => {
      const { page } = visit;
      await page.clock.install({ time: Date.now() - hours * hourMs });
      await page.goto(`${shop}/ast/storefront/cart`);
      await page.getByRole('slider', { name: 'Start of the time shown' }).waitFor();
      await rest(visit, 1_500, 30_000);
      const answers: Answers = { pending: 0, count: 0 };
      page.on('request', () => void (answers.pending += 1));
      const end = () => {
        answers.pending -= 1;
        answers.count += 1;
      };
      page.on('requestfinished', end).on('requestfailed', end);
      const pass = async (passedHours: number) => {
        for (let jump = 0; jump < passedHours * jumpsPerHour; jump += 1) {
          await page.clock.fastForward(hourMs / jumpsPerHour);
          await settled(visit, answers);
        }
      };
      return await use(visit, pass, answers);
    },
    isSlow,
  );
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
