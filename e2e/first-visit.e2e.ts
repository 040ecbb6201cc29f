import { enroll } from './support/enroll.ts';
import { readTable, sectionOf, watchConsole } from './support/page.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

test.describe('a fresh install', () => {
  let server: RunningServer;
  test.beforeAll(async () => {
    server = await startServer('--data-set', 'empty');
  });
  test.afterAll(async () => {
    await server.stop();
  });

  test('leads to onboarding, enrolls the selected workload, and lists it on the home page', async ({ page }) => {
    const { problems } = watchConsole(page);
    await page.goto(server.url);
    await expect(page).toHaveURL(/\/onboarding$/);
    const namespaces = page.getByRole('combobox', { name: 'Namespace' });
    await expect(namespaces.getByRole('option').first()).toHaveText('Select a namespace...');
    await namespaces.selectOption('checkout');
    const rows = page
      .getByRole('main')
      .getByRole('row')
      .filter({ has: page.getByRole('cell') });
    await expect(rows.first()).toBeVisible();
    const all = Number.parseInt(await page.getByText(/^\d+ workloads$/).innerText(), 10);
    await expect(rows).toHaveCount(all);
    await rows.first().getByRole('checkbox').check();
    await enroll(page, 'Enroll Selected', (result) => expect(result).toContainText('Enrolled'), 'waits');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 targets across 1 namespaces');
    await expect(sectionOf(page, 'checkout').getByRole('tab')).toHaveText(['Recommendation']);

    await page.getByRole('link', { name: 'Onboarding' }).click();
    await namespaces.selectOption('checkout');
    await expect(rows).toHaveCount(all - 1);
    expect(problems).toEqual([]);
  });
});

test.describe('a cluster with enrolled targets', () => {
  let server: RunningServer;
  test.beforeAll(({ simulated }) => {
    server = simulated;
  });

  test('the home page lists every namespace; the server sorts and pages', async ({ page }) => {
    const { problems } = watchConsole(page);
    await page.goto(server.url);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('66 targets across 8 namespaces');
    const markets = sectionOf(page, 'markets');
    await markets.scrollIntoViewIfNeeded();
    await markets.getByRole('tab', { name: 'Recommendation' }).click();
    const table = markets.getByRole('table');
    await expect(table.getByRole('row')).toHaveCount(21);
    await markets.getByRole('button', { name: 'Load More' }).click();
    await expect(table.getByRole('row')).toHaveCount(23);
    await expect(markets.getByRole('button', { name: 'Load More' })).toHaveCount(0);

    await markets.getByRole('button', { name: 'Yearly Waste' }).click();
    await expect(markets.getByRole('columnheader', { name: 'Yearly Waste' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    await expect(table.getByRole('row')).toHaveCount(21);
    const costs = (await readTable(table)).map((row) => Number((row.get('Yearly Waste') ?? '').replace(/[$,]/g, '')));
    expect(costs).toEqual(costs.toSorted((a, b) => b - a));
    await markets.getByRole('button', { name: 'Name' }).click();
    await expect(markets.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
    expect(problems).toEqual([]);
  });

  test('search works with the keyboard alone', async ({ page }) => {
    await page.goto(server.url);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('66 targets');
    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox', { name: 'Search ASTs' });
    await expect(search).toBeFocused();
    await page.keyboard.type('CHECKOUT-API');
    await expect(search).toHaveValue('CHECKOUT-API');
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/ast\/checkout\/checkout-api$/);
    // The focus moves to the opened page, and must not do so after the box has it again.
    await expect(page.getByRole('heading', { level: 1, name: 'checkout-api' })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Control+k');
    await expect(search).toBeFocused();
    await page.keyboard.type('no such thing');
    await expect(page.getByText('No matching ASTs')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(search).toHaveValue('');
  });

  test('the theme follows the system until it is switched, and the choice survives a reload', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(server.url);
    const ground = () => page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
    const button = page.getByRole('button', { name: /^Theme:/ });
    await expect(button).toBeVisible();
    const dark = await ground();
    await button.click();
    await expect.poll(ground).not.toBe(dark);
    const light = await ground();
    await page.reload();
    await expect(button).toBeVisible();
    expect(await ground()).toBe(light);
  });

  test('if the server stops, an error is shown and the data stays on the screen', async ({ page }) => {
    const own = await startServer();
    await page.goto(own.url);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('66 targets');
    await expect(sectionOf(page, 'checkout').getByRole('rowheader').first()).toBeVisible();
    const yearlySavings = sectionOf(page, 'checkout').getByRole('button', { name: 'Yearly Savings' });
    await expect(yearlySavings).toBeVisible();
    await own.stop();
    await yearlySavings.click();
    await expect(page.getByText('API Error: No response from server.').first()).toBeVisible();
    await page.getByRole('link', { name: 'Onboarding' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
    await expect(page.getByRole('button', { name: 'Load again' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Targets' })).toContainText('checkout');
  });
});
