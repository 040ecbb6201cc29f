import type { Page } from 'playwright';

declare global {
  interface Window {
    benchInputs?: number[];
    benchListening?: AbortController;
    benchFrames?: number[];
  }
}

/** The inputs of a page, and what they change: the text and one attribute of some elements. */
export type Watched = { input: string; selector: string; attribute: string };

/** Runs in the page: records for every input how long it took until a change was painted. */
function watchInputs({ input, selector, attribute }: Watched): void {
  const times: number[] = [];
  window.benchInputs = times;
  window.benchListening?.abort();
  window.benchListening = new AbortController();
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- runs in the page, so it contains all that it uses
  const result = () =>
    [...document.querySelectorAll(selector)].map((one) => `${one.getAttribute(attribute)} ${one.textContent}`).join();
  const note = ({ timeStamp }: Event) => {
    const before = result();
    const look = () => {
      if (result() === before && performance.now() - timeStamp < 10_000) {
        requestAnimationFrame(look);
        return;
      }
      // A message posted in a frame arrives after that frame was painted.
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => times.push(performance.now() - timeStamp));
      port1.start();
      port2.postMessage(null);
    };
    requestAnimationFrame(look);
  };
  document.addEventListener(input, note, { capture: true, signal: window.benchListening.signal });
}

/** Milliseconds from each input to the painted result. `act` makes the input with this index. */
export async function inputTimes(
  page: Page,
  watched: Watched,
  count: number,
  act: (index: number) => Promise<void>,
): Promise<number[]> {
  await page.evaluate(watchInputs, watched);
  for (let index = 0; index < count; index += 1) {
    await act(index);
    await page.waitForFunction((done) => (window.benchInputs?.length ?? 0) > done, index);
  }
  return await page.evaluate(() => window.benchInputs ?? []);
}

/** Runs in the page: records the time between each two frames, until `benchFrames` is removed. */
function watchFrames(): void {
  const frames: number[] = [];
  window.benchFrames = frames;
  let last = performance.now();
  const note = (at: number) => {
    frames.push(at - last);
    last = at;
    if (window.benchFrames === frames) requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}

/** Milliseconds between the frames while `act` runs. */
export async function frameTimes(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(watchFrames);
  await act();
  return await page.evaluate(() => {
    const frames = window.benchFrames ?? [];
    delete window.benchFrames;
    return frames.slice(1);
  });
}
