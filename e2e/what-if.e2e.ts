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
  // The browser may discard the body of an answer before the test reads it, so the route handler returns the answer to
  // the test.
  const answering = Promise.withResolvers<Answer>();
  await page.route('**/what-if', async (route) => {
    const response = await route.fetch({ maxRetries: 3, timeout: 0 });
    answering.resolve(await response.json());
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Compute' }).click();
  const answer = await answering.promise;
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
