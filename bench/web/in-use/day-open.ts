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
  const slow = await atTarget(shop, true, async (visit, jump, answers) => {
    for (let each = 0; each < jumpsPerHour; each += 1) await jump();
    const first = await heapBytes(visit);
    // Reading the size of the heap collects garbage, which is itself a long task.
    await visit.page.waitForTimeout(500);
    await visit.page.evaluate(() => window.benchWatch?.longTasks.splice(0));
    for (let each = jumpsPerHour; each < hours * jumpsPerHour; each += 1) await jump();
    const longest = Math.max(...(await longTasks(visit)));
    return { longest, growth: ((await heapBytes(visit)) - first) / 1e6, requests: answers.count };
  });
  const work = await atTarget(shop, false, async (visit, jump) => {
    for (let each = 0; each < jumpsPerHour; each += 1) await jump();
    return await longestTaskWork(visit, async () => {
      for (let each = jumpsPerHour; each < hours * jumpsPerHour; each += 1) await jump();
    });
  });
  return [
    { ...timeLine('a day open: growth of the heap', [slow.growth], 2), unit: 'MB', isTime: false },
    timeLine('a day open: longest task', [slow.longest], 50),
    timeLine('a day open: work of the longest task', [work], 50),
    { ...timeLine('a day open: requests', [slow.requests], null), unit: '' },
  ];
}

type Answers = { pending: number; count: number };

/** Opens the page of a target whose clock `jump` moves five minutes ahead. */
function atTarget<T>(
  shop: string,
  isSlow: boolean,
  use: (visit: Visit, jump: () => Promise<void>, answers: Answers) => Promise<T>,
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
      const jump = async () => {
        await page.clock.fastForward(hourMs / jumpsPerHour);
        await settled(visit, answers);
      };
      return await use(visit, jump, answers);
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
