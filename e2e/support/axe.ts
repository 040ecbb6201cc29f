import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import { expect, type Page } from './test.ts';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules that look at colors. All other rules have the same result in both color schemes. */
const colorRules = ['color-contrast', 'link-in-text-block'];

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** The library as one minified script. */
const library = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Runs axe in the page, without the details about the checks that passed, which cost most of its time. */
async function violations(page: Page, runOnly: axe.RunOnly): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(library);
  return await page.evaluate(async (only) => {
    const found = await window.axe.run({ runOnly: only, resultTypes: ['violations'], selectors: false });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
  }, runOnly);
}

/**
 * Expects no violation of WCAG 2.2 AA and of axe's best practices on a page in the light color scheme: every rule in that
 * scheme, then the color rules in the dark one.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  expect(await violations(page, { type: 'tag', values: standards }), 'light').toEqual([]);

  const canvas = () => page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  const lightCanvas = await canvas();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(canvas).not.toBe(lightCanvas);
  expect(await violations(page, { type: 'rule', values: colorRules }), 'dark').toEqual([]);
}
