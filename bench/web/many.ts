import type { Page } from 'playwright';
import { heapBytes, rest, visitor } from './browser.ts';
import { tell, watchLoad } from './probe.ts';

declare global {
  interface Window {
    benchKeys?: number[];
  }
}

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

/** Runs in the page: records for every input of the search box when the changed result was painted. */
function watchKeys(): void {
  const times: number[] = [];
  window.benchKeys = times;
  // Playwright sends only the text of this function to the page, so it cannot use anything outside itself.
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- see above
  const result = () => {
    const list = document.querySelector('[role=listbox]');
    return `${list?.querySelector('[role=option]')?.getAttribute('aria-setsize')} ${list?.textContent}`;
  };
  const note = ({ timeStamp }: Event) => {
    const before = result();
    const look = () => {
      if (result() === before && performance.now() - timeStamp < 5_000) {
        requestAnimationFrame(look);
        return;
      }
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => times.push(performance.now() - timeStamp));
      port1.start();
      port2.postMessage(null);
    };
    requestAnimationFrame(look);
  };
  document.addEventListener('input', note, { capture: true });
}

async function pressKeys(page: Page): Promise<number[]> {
  await page.evaluate(watchKeys);
  await page.getByRole('combobox', { name: 'Search ASTs' }).focus();
  for (const [index, key] of keys.entries()) {
    await page.keyboard.press(key);
    await page.waitForFunction((done) => (window.benchKeys?.length ?? 0) > done, index);
  }
  return await page.evaluate(() => window.benchKeys ?? []);
}

/** Opens the home page with 10,000 targets at a slowed-down CPU, and searches while the list is still loading. */
export async function many(url: string, shown: string): Promise<Many> {
  const visit = await visitor({ cpu: true, network: false });
  const { page } = visit;
  try {
    await page.addInitScript(watchLoad, shown);
    await page.goto(url);
    await page.waitForSelector(shown, { timeout: listMs });
    const title = page.getByRole('heading', { level: 1 }).filter({ hasText: 'targets across' });
    await title.waitFor({ timeout: listMs });
    const times = (await pressKeys(page)).toSorted((a, b) => a - b);
    await rest(visit, 3_000, walkMs);
    const { data, longTasks, resources } = await page.evaluate(tell);
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
