import type { Page } from 'playwright';
import { heapBytes, rest, visitor } from './browser.ts';
import { tell, watchLoad } from './probe.ts';

declare global {
  interface Window {
    benchKeys?: number[];
  }
}

const listMs = 120_000;
/** The walk behind the lists is held to 40 requests a second, so it takes more than a minute. */
const walkMs = 240_000;
/** Each key changes what is found; the empty text closes the list. */
const keys = ['o', 'r', 'd', 'Backspace', 'Backspace', 'Backspace', 'e', 'v', 'Backspace', 'Backspace', 's', 'y'];

/** What a console with very many targets takes. */
export type Many = {
  targets: string;
  /** From the last byte of the first page of the list to the first row on the screen. */
  firstRows: number;
  /** From a key to the painted result, the worst of them and the middle. */
  worstKey: number;
  middleKey: number;
  longestTask: number;
  heapBytes: number;
};

/** Runs in the page: notes for every change of the search box when another result was on the screen. */
function watchKeys(): void {
  const times: number[] = [];
  window.benchKeys = times;
  // Nothing outside of this function is there: its text is what runs in the page.
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

/** Opens the home page on very many targets, on a slow machine beside its server, and searches while it still loads. */
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
