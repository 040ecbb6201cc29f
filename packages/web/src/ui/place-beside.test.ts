import { describe, expect, it } from 'vitest';
import { placeIn } from './place-beside.ts';

const view = { width: 1_000, height: 600 };
const popup = { width: 100, height: 20 };
const anchor = (left: number, top: number) => ({ left, top, width: 40, height: 20 });

describe('placeIn', () => {
  it.each([
    ['top', { left: 470, top: 274 }],
    ['bottom', { left: 470, top: 326 }],
    ['left', { left: 394, top: 300 }],
    ['right', { left: 546, top: 300 }],
    [undefined, { left: 470, top: 274 }],
  ])('places the popup on the preferred side: %s', (side, place) => {
    expect(placeIn(view, popup, anchor(500, 300), side)).toEqual(place);
  });

  it.each([
    ['top', anchor(500, 4), { left: 470, top: 30 }],
    ['bottom', anchor(500, 580), { left: 470, top: 554 }],
    ['left', anchor(20, 300), { left: 66, top: 300 }],
    ['right', anchor(950, 300), { left: 844, top: 300 }],
  ])('places the popup on the opposite side if there is no space: %s', (side, at, place) => {
    expect(placeIn(view, popup, at, side)).toEqual(place);
  });

  it.each(['left', 'right'])('places the popup above or below on a narrow screen: %s', (side) => {
    expect(placeIn({ width: 180, height: 600 }, popup, anchor(70, 300), side)).toEqual({ left: 40, top: 274 });
    expect(placeIn({ width: 180, height: 600 }, popup, anchor(70, 4), side)).toEqual({ left: 40, top: 30 });
  });

  it('keeps the popup on the screen in a corner', () => {
    expect(placeIn(view, popup, anchor(990, 300), 'top')).toEqual({ left: 892, top: 274 });
    expect(placeIn({ width: 90, height: 600 }, popup, anchor(10, 300), 'top').left).toBe(8);
  });
});
