import type { Page } from 'playwright';
import { heapBytes, rest, visitor } from './browser.ts';
import { inputTimes } from './latency.ts';
import { readLoadTimes, watchLoad } from './probe.ts';
import { computed } from './served.ts';

const listMs = 120_000;
/** The console loads the list in the background at 40 requests per second at most, so it takes more than a minute. */
const walkMs = 240_000;
/** Every key changes the search results. The empty text closes the list. */
const keys = ['o', 'r', 'd', 'Backspace', 'Backspace', 'Backspace', 'e', 'v', 'Backspace', 'Backspace', 's', 'y'];

/** Times and memory of the console with 10,000 targets. */
export type Many = {
  targets: string;
  /** Milliseconds from the last byte of the list's first page to the first row on the screen. */
  firstRows: number;
  /** Milliseconds from a key press to the painted result: the maximum and the median. */
  worstKey: number;
  middleKey: number;
  longestTask: number;
  heapBytes: number;
};

/** Presses each key in the search box, with the function that measures it. */
export async function inSearchBox<T>(
  page: Page,
  measure: (count: number, press: (index: number) => Promise<void>) => Promise<T>,
): Promise<T> {
  await page.getByRole('combobox', { name: 'Search ASTs' }).focus();
  return await measure(keys.length, (index) => page.keyboard.press(keys[index] ?? ''));
}

/** Milliseconds from each key press in the search box to its painted result. */
export const searchTimes = (page: Page): Promise<number[]> =>
  inSearchBox(page, (count, press) =>
    inputTimes(
      page,
      { input: 'input', selector: '[role=listbox] [role=option]', attribute: 'aria-setsize' },
      count,
      press,
    ),
  );

/** Opens the home page with 10,000 targets at a slowed-down CPU, and searches while the list is still loading. */
export async function many(url: string, shown: string): Promise<Many> {
  const visit = await visitor({ cpu: true, network: false });
  const { page } = visit;
  try {
    await computed(url);
    await page.addInitScript(watchLoad, shown);
    await page.goto(url);
    await page.waitForSelector(shown, { timeout: listMs });
    const title = page.getByRole('heading', { level: 1 }).filter({ hasText: 'targets across' });
    await title.waitFor({ timeout: listMs });
    const times = (await searchTimes(page)).toSorted((a, b) => a - b);
    await rest(visit, 3_000, walkMs);
    const { data, longTasks, resources } = await page.evaluate(readLoadTimes);
    const listed = resources.find(({ name }) => /\/v1\/ast\?/.test(name));
    return {
      targets: await title.innerText(),
      firstRows: data - (listed?.end ?? Number.NaN),
      worstKey: times.at(-1) ?? Number.NaN,
      middleKey: times[times.length >> 1] ?? Number.NaN,
      longestTask: Math.max(0, ...longTasks.map(({ duration }) => duration)),
      heapBytes: await heapBytes(visit),
    };
  } finally {
    await visit.browser.close();
  }
}
