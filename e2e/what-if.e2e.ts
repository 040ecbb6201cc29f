import type { RunningServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

let server: RunningServer;
test.beforeAll(({ simulated }) => {
  server = simulated;
});

type Answer = {
  replicas: { needed: number | null; maxReplicas: number | null; minutesShort: number | null };
  dollars: number | null;
};

test('the event simulator says what four times the busiest day needs, as the API computes it', async ({ page }) => {
  await page.goto(`${server.url}/ast/storefront/frontend`);
  await page.getByRole('tab', { name: /Event Simulator/ }).click();
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result.getByRole('listitem').first()).toContainText('Needs up to');
  await page.getByLabel('Load', { exact: true }).selectOption({ label: 'Busiest day of the last two weeks' });
  await page.getByLabel('Times this load', { exact: true }).fill('4');
  const answering = page.waitForResponse((response) => response.url().endsWith('/what-if'));
  await page.getByRole('button', { name: 'Compute' }).click();
  const answer: Answer = await (await answering).json();
  const { needed, maxReplicas, minutesShort } = answer.replicas;
  expect(minutesShort).toBeGreaterThan(0);
  await expect(result.getByRole('listitem').first()).toContainText(`Needs up to ${needed} pods`);
  await expect(result.getByRole('listitem').first()).toContainText(`At most ${maxReplicas} may run`);
  await expect(result).toContainText(`$${answer.dollars?.toFixed(2)} for the whole time`);

  // A link shows the same.
  await expect(page).toHaveURL(/\?load=busiest&scale=4$/);
  await page.reload();
  await expect(result.getByRole('listitem').first()).toContainText(`Needs up to ${needed} pods`);
  await result.getByRole('button', { name: 'View as table' }).click();
  await expect(result.getByRole('rowheader').first()).toBeVisible();
});
