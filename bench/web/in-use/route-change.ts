import { rest, type Visit } from '../browser.ts';
import { inputTimes } from '../latency.ts';
import { type Line, timeLine } from '../report.ts';
import { bareClicks } from './bare-inputs.ts';
import type { Pages } from './pages.ts';
import { longTasks, nowOf, visiting, workOf } from './visit.ts';

const rounds = 6;
const title = { input: 'click', selector: 'main h1', attribute: 'class' };

/**
 * From the home page to the page of a target that was not opened before, and back, with all code loaded. Between the
 * click and the painted page nothing has to be loaded, so this time is processor work. The data of the page arrives
 * later.
 */
export async function routeChange({ shop, bare }: Pages): Promise<Line[]> {
  const least = await bareClicks(bare);
  const slow = await visiting(shop, (visit) => changes(visit));
  const work = await visiting(shop, (visit) => changes(visit), false);
  return [
    timeLine('to a target: click to page', slow.to, 100, least),
    timeLine('back: click to page', slow.back, 100, least),
    timeLine('to a target and back: longest task', [slow.longestTask], null),
    timeLine('to a target: all work, full speed x 4', work.toWork, null),
    timeLine('back: all work, full speed x 4', work.backWork, null),
  ];
}

async function changes(visit: Visit) {
  const { page } = visit;
  const links = page.locator('main tbody').getByRole('link', { name: /^View / });
  const home = page.getByRole('link', { name: 'Home', exact: true });
  await links.nth(rounds).waitFor();
  await rest(visit, 2_000, 60_000);
  const change = async (act: () => Promise<void>) => {
    const before = await workOf(visit);
    const times = await inputTimes(page, title, 1, act);
    await rest(visit, 1_500, 30_000);
    return { times, work: (await workOf(visit)) - before };
  };
  // The first change loads code.
  await change(() => links.first().click());
  await change(() => home.click());
  const since = await nowOf(visit);
  const [there, back] = [[] as Awaited<ReturnType<typeof change>>[], [] as Awaited<ReturnType<typeof change>>[]];
  for (let round = 1; round < rounds; round += 1) {
    await links.nth(round).scrollIntoViewIfNeeded();
    await rest(visit, 500, 5_000);
    there.push(await change(() => links.nth(round).click()));
    back.push(await change(() => home.click()));
  }
  return {
    to: there.flatMap(({ times }) => times),
    toWork: there.map(({ work }) => work),
    back: back.flatMap(({ times }) => times),
    backWork: back.map(({ work }) => work),
    longestTask: Math.max(...(await longTasks(visit, since))),
  };
}
