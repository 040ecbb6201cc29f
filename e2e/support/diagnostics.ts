import { type Download, expect, type Page } from 'playwright/test';

const timeout = 30_000;

/**
 * Exports diagnostics from the page; `change` changes the dialog before that. The browser reports the download for the new
 * window, or for the page if the window is already closed. A very slow browser may report none, or that it canceled the
 * download together with the window; the export is then repeated.
 */
export async function exportDiagnostics(page: Page, change = async (): Promise<void> => {}): Promise<Download> {
  let exported: Download | undefined;
  await expect(async () => {
    await page.getByRole('button', { name: 'Diagnostics' }).click({ timeout });
    await change();
    const opening = page.context().waitForEvent('page', { timeout });
    const downloads = [
      page.waitForEvent('download', { timeout }),
      opening.then((opened) => opened.waitForEvent('download', { timeout })),
    ];
    [exported] = await Promise.all([
      Promise.any(downloads),
      page.getByRole('button', { name: 'Export', exact: true }).click({ timeout }),
    ]);
    expect(await exported.failure()).toBeNull();
  }).toPass({ timeout: 300_000 });
  if (exported === undefined) throw new Error('Nothing was downloaded.');
  return exported;
}
