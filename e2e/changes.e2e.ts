import { watchConsole } from './support/page.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

test('a change is found and taken back with three clicks from the home page', async ({ page, simulated }) => {
  const { problems } = watchConsole(page);
  await page.goto(simulated.url);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'promotions' });
  await expect(row).toContainText('Memory request 576Mi → 384Mi');
  await row.getByRole('link', { name: /^Undo/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Undo' });
  await expect(drawer).toContainText('Memory request 384Mi → 576Mi');
  await expect(drawer).toContainText('memory: 576Mi');
  const saving = page.waitForEvent('download');
  await drawer.getByRole('button', { name: 'Download' }).click();
  expect((await saving).suggestedFilename()).toBe('checkout-promotions-undo.yaml');
  expect(problems).toEqual([]);
});

test('the history of a target says whether a change helped', async ({ page, simulated }) => {
  await page.goto(`${simulated.url}/ast/checkout/promotions`);
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByText(/^After a day:/)).toContainText('Worse');
  await expect(history.getByText(/^After a week:/)).toContainText('Pending, due in');
  await history.getByRole('link', { name: 'All activity' }).click();
  await expect(page).toHaveURL(/\/activity\?view=all&namespace=checkout&name=promotions$/);
  await expect(page.getByRole('row').filter({ hasText: 'promotions' }).first()).toBeVisible();
});

test.describe('un-enrolling', () => {
  let server: RunningServer;
  test.beforeAll(async () => {
    server = await startServer();
  });
  test.afterAll(async () => {
    await server.stop();
  });

  test('ends the management of a target after a question, and is recorded', async ({ page }) => {
    const { problems } = watchConsole(page);
    await page.goto(`${server.url}/ast/checkout/promotions`);
    const dialog = page.getByRole('dialog', { name: 'Un-enroll promotions?' });
    await expect(async () => {
      // While the cards above it are loading, the button may move away from the pointer.
      await page
        .getByRole('region', { name: 'History' })
        .getByRole('button', { name: 'Un-enroll' })
        .click({ timeout: 5_000 });
      await expect(dialog).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await dialog.getByRole('button', { name: 'Un-enroll' }).click();
    await expect(page).toHaveURL(/\/activity\?namespace=checkout&name=promotions$/);
    await expect(page.getByRole('row').filter({ hasText: 'Un-enrolled' })).toContainText('promotions');
    // The workload is no longer a target, so nothing about it can be undone.
    await expect(page.getByRole('link', { name: /^Undo/ })).toHaveCount(0);
    await page.goto(`${server.url}/onboarding?namespace=checkout`);
    await expect(page.getByRole('checkbox', { name: 'Select promotions' })).toBeVisible();
    expect(problems).toEqual([]);
  });
});
