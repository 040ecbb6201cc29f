import { expect, type Locator, type Page, test } from './support/test.ts';

/** A4 at 96 dots per inch, less the margins of the style sheet. */
const paper = { width: 703, height: 1_017 };

/** The number of targets that a card names. */
const countIn = (text: string | null) => Number(/(\d+) targets/.exec(text ?? '')?.[1]);

/** Opens a page in the dark theme, waits for an element, and shows the page as on paper. */
async function printed(page: Page, url: string, last: Locator) {
  await page.setViewportSize({ width: 1_280, height: 700 });
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  await page.goto(url);
  await expect(last).toBeVisible();
  await page.setViewportSize(paper);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  // Emulating print does not send this event, but a browser that really prints does.
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(page.getByText(`Trimtab · ${new URL(url).host}`)).toBeVisible();
}

test('home, target and costs print black on white, without what only works on a screen', async ({
  page,
  simulated,
}) => {
  const pages: readonly (readonly [string, Locator])[] = [
    ['/', page.getByRole('table', { name: 'Targets of accounts' })],
    ['/ast/checkout/checkout-api', page.getByRole('table', { name: 'Pods of checkout-api' })],
    ['/cost-analysis', page.getByRole('table', { name: 'Recommendation Mode' }).getByRole('rowheader').first()],
  ];
  for (const [path, last] of pages) {
    await printed(page, simulated.url + path, last);
    await expect(last).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeHidden();
    await expect(page.getByRole('combobox', { name: 'Search ASTs' })).toBeHidden();
    await expect(page.getByRole('button', { name: /CSV|^Load More/ })).toHaveCount(0);
    const look = () =>
      page.evaluate(() => ({
        ink: getComputedStyle(document.body).color,
        paper: getComputedStyle(document.body).backgroundColor,
        width: document.documentElement.scrollWidth,
      }));
    // The sections that are drawn for the print may take a few frames to their final layout.
    await expect.poll(look).toEqual({ ink: 'rgb(0, 0, 0)', paper: 'rgb(255, 255, 255)', width: paper.width });
    expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(10_000);
  }
});

test('a printed list has all of its rows, and a section that was not loaded says how many it has', async ({
  page,
  simulated,
}) => {
  const card = page.getByRole('region', { name: 'Recommendation Mode' });
  await printed(page, `${simulated.url}/cost-analysis`, card.getByRole('rowheader').first());
  await expect
    .poll(async () => (await card.getByRole('rowheader').count()) - countIn(await card.textContent()))
    .toBe(0);
  await printed(page, simulated.url, page.getByRole('table', { name: 'Targets of accounts' }));
  await expect(page.getByText(/targets, \d+ of them autonomous\. Their table was not loaded/).last()).toBeVisible();
});
