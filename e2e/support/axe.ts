import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from './test.ts';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules that look at colors. All other rules have the same result in both color schemes. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * axe without the parts that cost most of its time: details about the checks that passed, and a second page that joins the
 * results of frames. The console has no frames.
 */
const axeOf = (page: Page) =>
  new AxeBuilder({ page }).options({ resultTypes: ['violations'], selectors: false }).setLegacyMode();

async function violations(axe: AxeBuilder): Promise<string[]> {
  const results = await axe.analyze();
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}

/**
 * Expects no violation of WCAG 2.2 AA and of axe's best practices on a page in the light color scheme: every rule in that
 * scheme, then the color rules in the dark one.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  expect(await violations(axeOf(page).withTags(standards)), 'light').toEqual([]);

  const canvas = () => page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  const lightCanvas = await canvas();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(canvas).not.toBe(lightCanvas);
  expect(await violations(axeOf(page).withRules(colorRules)), 'dark').toEqual([]);
}
