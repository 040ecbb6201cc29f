import { afterEach, expect, it, vi } from 'vitest';
import { followRows, type RowRange } from './follow-rows.ts';

const rowHeight = 40;
const frames: FrameRequestCallback[] = [];
let time = 0;
let stamp = 0;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

/** Follows a list of 10,000 rows, 10 of which are in view. Only `frame` runs its frames. Returns the drawn ranges. */
function follow(): { list: HTMLElement; drawn: RowRange[]; stop: () => void } {
  frames.length = 0;
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run));
  vi.spyOn(performance, 'now').mockImplementation(() => time);
  const [list, content] = [document.createElement('div'), document.createElement('div')];
  list.style.cssText = `height: ${10 * rowHeight}px; overflow: auto`;
  content.style.height = `${10_000 * rowHeight}px`;
  list.append(content);
  document.body.append(list);
  const drawn: RowRange[] = [];
  const stop = followRows(list, { count: 10_000, rowHeight, scroll: 'box', rowsAhead: 4 }, (range) =>
    drawn.push(range),
  );
  list.dispatchEvent(new Event('scroll'));
  return { list, drawn, stop };
}

/**
 * Runs the next frame, which begins `ms` after the last one. Its time stamp says when it was due: after a long frame, that
 * is earlier than its beginning.
 */
function frame(ms: number, msSinceLastStamp = ms): void {
  time += ms;
  stamp += msSinceLastStamp;
  for (const run of frames.splice(0)) run(stamp);
}

function scrollTo(list: HTMLElement, row: number): void {
  list.scrollTop = row * rowHeight;
  list.dispatchEvent(new Event('scroll'));
}

/** How many rows each frame has drawn that the frame before had not. */
const newRows = (drawn: readonly RowRange[]) =>
  drawn.slice(1).map(({ from, to }, index) => {
    const before = drawn[index] ?? { from: 0, to: 0 };
    return to - from - Math.max(0, Math.min(to, before.to) - Math.max(from, before.from));
  });

it('draws two new rows in a frame while frames are long', () => {
  const { list, drawn, stop } = follow();
  for (let count = 0; count < 3; count += 1) frame(33);
  scrollTo(list, 8);
  for (let count = 0; count < 20; count += 1) frame(33);
  expect(drawn.at(-1)).toEqual({ from: 4, to: 24 });
  expect(Math.max(...newRows(drawn))).toBe(2);
  expect(frames).toHaveLength(0);
  stop();
});

it('draws two new rows in a frame while frames are long, although they are due every 16.7 ms', () => {
  const { list, drawn, stop } = follow();
  for (let count = 0; count < 3; count += 1) frame(33, 16.7);
  scrollTo(list, 8);
  for (let count = 0; count < 20; count += 1) frame(33, 16.7);
  expect(Math.max(...newRows(drawn))).toBe(2);
  stop();
});

it('draws once in a frame, however often the list was scrolled', () => {
  const { list, drawn, stop } = follow();
  for (let count = 0; count < 3; count += 1) frame(16.7);
  const before = drawn.length;
  for (const row of [4, 6, 8]) scrollTo(list, row);
  frame(16.7);
  expect(drawn).toHaveLength(before + 1);
  stop();
});

it('draws all new rows in one frame as soon as frames are short', () => {
  const { list, drawn, stop } = follow();
  for (let row = 8; row <= 80; row += 8) {
    scrollTo(list, row);
    for (let count = 0; count < 6; count += 1) frame(16.7);
  }
  expect(newRows(drawn).slice(0, 3)).toEqual([4, 4, 8]);
  expect(newRows(drawn).at(-1)).toBe(8);
  stop();
});

it('draws two again after a long frame', () => {
  const { list, drawn, stop } = follow();
  for (let row = 8; row <= 80; row += 8) {
    scrollTo(list, row);
    for (let count = 0; count < 6; count += 1) frame(16.7);
  }
  scrollTo(list, 88);
  frame(16.7);
  frame(50);
  scrollTo(list, 96);
  frame(16.7);
  expect(newRows(drawn).slice(-2)).toEqual([8, 2]);
  stop();
});

it('asks for no more frames when all rows are drawn', () => {
  const { drawn, stop } = follow();
  for (let count = 0; count < 3; count += 1) frame(16.7);
  expect(drawn.at(-1)).toEqual({ from: 0, to: 16 });
  expect(frames).toHaveLength(0);
  stop();
});
