import { exportDiagnostics } from './support/diagnostics.ts';
import { watchConsole } from './support/page.ts';
import { startServer } from './support/server.ts';
import { expect, type Page, test } from './support/test.ts';

/** Exports diagnostics. Returns the file name and the query of the download. */
async function exportFrom(page: Page, change?: () => Promise<void>) {
  const download = await exportDiagnostics(page, change);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  return { name: download.suggestedFilename(), query: new URL(download.url()).searchParams };
}

test('diagnostics of all targets or of one are downloaded by a new window', async ({ page, simulated }) => {
  const { problems } = watchConsole(page);
  await page.goto(simulated.url);
  const all = await exportFrom(page);
  expect(all.name).toMatch(/^diagnostics-.*\.tar\.gz$/);
  expect(all.query.get('include-pod-logs')).toBe('false');
  expect(all.query.get('include-metrics')).toBe('true');
  expect(all.query.has('targetName')).toBe(false);
  const range = Date.parse(all.query.get('end') ?? '') - Date.parse(all.query.get('start') ?? '');
  expect(range).toBe(7 * 24 * 3_600_000);

  await page.goto(`${simulated.url}/ast/checkout/checkout-api`);
  const one = await exportFrom(page, () => page.getByRole('checkbox', { name: 'Include pod logs' }).check());
  expect(one.query.get('include-pod-logs')).toBe('true');
  expect(one.query.get('namespace')).toBe('checkout');
  expect(one.query.get('targetName')).toBe('checkout-api');
  expect(problems).toEqual([]);
});

test('demo mode exports the simulated cluster', async ({ page }) => {
  const server = await startServer('--data-set', 'empty', '--extra', 'demo_mode=true');
  await page.goto(`${server.url}/ast/checkout/checkout-api`);
  expect((await exportFrom(page)).query.get('targetName')).toBe('checkout-api');
  await server.stop();
});

test('an export that fails shows the error in its window as plain text', async ({ page, simulated }) => {
  await page.goto(`${simulated.url}/ast/checkout/no-such-target`);
  await page.getByRole('button', { name: 'Diagnostics' }).click();
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const opened = await opening;
  await expect(opened.locator('body')).toContainText('"errors"');
  const type = await opened.evaluate(() => document.contentType);
  expect(type).toBe('text/plain');
  expect(await opened.evaluate(() => window.opener)).toBeNull();
  await expect(page.getByRole('button', { name: 'Diagnostics' })).toBeEnabled();
});
