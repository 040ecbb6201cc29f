import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Theme = 'light' | 'dark';
type Rgb = readonly [red: number, green: number, blue: number];

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** The linear light of a token in one theme. */
function light(name: string, theme: Theme): Rgb {
  const values = new RegExp(`--color-${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css) ?? [];
  const hex = values[theme === 'light' ? 1 : 2] ?? '';
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

const clamp = (value: number) => Math.min(1, Math.max(0, value));
const luminance = ([red, green, blue]: Rgb) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;
const lightness = (color: Rgb) => 116 * Math.cbrt(luminance(color)) - 16;
const contrast = (a: Rgb, b: Rgb) =>
  (Math.max(luminance(a), luminance(b)) + 0.05) / (Math.min(luminance(a), luminance(b)) + 0.05);

/** The color that a person with deuteranopia sees (Machado, Oliveira and Fernandes, 2009; severity 1). */
const deuteranopia = ([red, green, blue]: Rgb): Rgb => [
  clamp(0.367322 * red + 0.860646 * green - 0.227968 * blue),
  clamp(0.280085 * red + 0.672501 * green + 0.047413 * blue),
  clamp(-0.01182 * red + 0.04294 * green + 0.968881 * blue),
];

describe.each<Theme>(['light', 'dark'])('the %s theme', (theme) => {
  it.each([
    ['savings', 'waste', 5],
    ['savings', 'danger', 5],
    ['waste', 'danger', 10],
    ['savings-fill', 'waste-fill', 12],
    ['savings-fill', 'danger', 5],
    ['waste-fill', 'danger', 5],
    ['actual', 'predicted', 10],
  ])('has %s and %s differ in lightness for a reader with deuteranopia', (one, other, least) => {
    const apart = lightness(deuteranopia(light(one, theme))) - lightness(deuteranopia(light(other, theme)));
    expect(Math.abs(apart)).toBeGreaterThanOrEqual(least);
  });

  it.each(['savings', 'waste', 'danger', 'actual', 'predicted'])('has text in %s readable on every ground', (name) => {
    for (const ground of ['canvas', 'surface', 'sunken'])
      expect(contrast(light(name, theme), light(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['savings', 'waste', 'danger'])('has text in %s readable on its own soft shade', (name) => {
    expect(contrast(light(name, theme), light(`${name}-soft`, theme))).toBeGreaterThanOrEqual(4.5);
  });
});
