import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/** What axe holds against a page at rest, by WCAG 2.2 AA and its own best practice; each with the first place. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}
