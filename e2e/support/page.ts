import { expect, type Locator, type Page } from 'playwright/test';

/** Collects errors and warnings of the page's console, and thrown errors. */
export function watchConsole(page: Page): { problems: string[] } {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`thrown: ${error.message}`));
  return { problems };
}

/** The displayed KPIs by their labels, after they have loaded. */
export async function readKpis(strip: Locator): Promise<Map<string, string>> {
  await expect(strip.getByRole('term').first()).toBeVisible();
  await expect(strip.locator('xpath=descendant-or-self::*[@aria-busy="true"]')).toHaveCount(0);
  const terms = await strip.getByRole('term').allTextContents();
  const definitions = await strip.getByRole('definition').allTextContents();
  return new Map(terms.map((term, index) => [term.trim(), (definitions[index] ?? '').trim()]));
}

/** A table's rows after they have loaded: the text of each cell by its column's heading. */
export async function readTable(table: Locator): Promise<Map<string, string>[]> {
  await expect(table).toHaveAttribute('aria-busy', 'false');
  const headings = (await table.getByRole('columnheader').allTextContents()).map((text) => text.trim());
  const rows = await table
    .getByRole('row')
    .filter({ has: table.page().getByRole('cell') })
    .all();
  return await Promise.all(
    rows.map(async (row) => {
      const cells = await row.getByRole('rowheader').or(row.getByRole('cell')).allInnerTexts();
      return new Map(headings.map((heading, index) => [heading, (cells[index] ?? '').trim()]));
    }),
  );
}

/** Parses a number as displayed: `34.1%`, `$1,234.56`, `$5.2K`, `12`. Null for a dash or words. */
export function parseFigure(text: string): number | null {
  const match = /^\$?(-?[\d,]+(?:\.\d+)?)([KMBTPE])?%?$/.exec(text.trim());
  if (!match?.[1]) return null;
  const scale = { K: 1e3, M: 1e6, B: 1e9, T: 1e12, P: 1e15, E: 1e18 }[match[2] ?? ''] ?? 1;
  return Number(match[1].replaceAll(',', '')) * scale;
}

/** Expects a difference of at most one percent plus half a unit of the last displayed digit. */
export function expectClose(shown: number | null, expected: number, roundedBy: number, what: string): void {
  expect(shown, `${what} is shown as a number`).not.toBeNull();
  const allowed = Math.abs(expected) * 0.01 + roundedBy / 2;
  expect(
    Math.abs((shown ?? Number.NaN) - expected),
    `${what}: shown ${shown}, expected ${expected}`,
  ).toBeLessThanOrEqual(allowed + 1e-9);
}

export const sectionOf = (page: Page, namespace: string): Locator =>
  page.getByRole('region', { name: `/ ${namespace} summary` });
